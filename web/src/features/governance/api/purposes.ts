import type { CallInput } from '@pii-vault/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { keptPageQuery } from '../../../client/queries.ts';
import { PAGE } from '../components/register-table.tsx';
import type { EntryVersion } from '../rules/entry-version.ts';

export const usePurposes = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /purposes', { query: { companyId, limit: PAGE, cursor } }));

/** Enters a purpose, or changes one as it was read; the list is fetched again, also after a refusal. */
export function useSavePurpose() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['/purposes'] });
  return {
    create: (body: CallInput<'POST /purposes'>['body']) =>
      client.call('POST /purposes', { body }).then(refresh),
    update: ({ id, version }: EntryVersion, body: CallInput<'PUT /purposes/{id}'>['body']) =>
      client.call('PUT /purposes/{id}', { params: { id }, body, ifMatch: version }).finally(refresh),
  };
}
