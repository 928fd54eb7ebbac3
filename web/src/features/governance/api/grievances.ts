import type { CallInput } from '@pii-vault/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { keptPageQuery } from '../../../client/queries.ts';
import { PAGE } from '../components/register-table.tsx';
import type { EntryVersion } from '../rules/entry-version.ts';

export const useGrievances = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /grievances', { query: { companyId, limit: PAGE, cursor } }));

/** Enters a grievance, or changes one as it was read; the list is fetched again, also after a refusal. */
export function useSaveGrievance() {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(
      ['/grievances', '/dashboard/attention'].map((path) =>
        queryClient.invalidateQueries({ queryKey: [path] }),
      ),
    );
  return {
    create: (body: CallInput<'POST /grievances'>['body']) =>
      client.call('POST /grievances', { body }).then(refresh),
    update: ({ id, version }: EntryVersion, body: CallInput<'PUT /grievances/{id}'>['body']) =>
      client.call('PUT /grievances/{id}', { params: { id }, body, ifMatch: version }).finally(refresh),
  };
}
