import type { CallInput } from '@pii-vault/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { keptPageQuery } from '../../../client/queries.ts';
import { PAGE } from '../components/register-table.tsx';
import type { EntryVersion } from '../rules/entry-version.ts';

export const useIncidents = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /incidents', { query: { companyId, limit: PAGE, cursor } }));

/** Enters an incident, or changes one as it was read; the list is fetched again, also after a refusal. */
export function useSaveIncident() {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(
      ['/incidents', '/dashboard/attention'].map((path) =>
        queryClient.invalidateQueries({ queryKey: [path] }),
      ),
    );
  return {
    create: (body: CallInput<'POST /incidents'>['body']) =>
      client.call('POST /incidents', { body }).then(refresh),
    update: ({ id, version }: EntryVersion, body: CallInput<'PUT /incidents/{id}'>['body']) =>
      client.call('PUT /incidents/{id}', { params: { id }, body, ifMatch: version }).finally(refresh),
  };
}
