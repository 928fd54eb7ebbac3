import type { CallInput } from '@pii-vault/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { keptPageQuery } from '../../../client/queries.ts';
import { PAGE } from '../components/register-table.tsx';
import type { EntryVersion } from '../rules/entry-version.ts';

export const useRecipients = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /recipients', { query: { companyId, limit: PAGE, cursor } }));

/** Enters a recipient, or changes one as it was read; the list is fetched again, also after a refusal. */
export function useSaveRecipient() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['/recipients'] });
  return {
    create: (body: CallInput<'POST /recipients'>['body']) =>
      client.call('POST /recipients', { body }).then(refresh),
    update: ({ id, version }: EntryVersion, body: CallInput<'PUT /recipients/{id}'>['body']) =>
      client.call('PUT /recipients/{id}', { params: { id }, body, ifMatch: version }).finally(refresh),
  };
}
