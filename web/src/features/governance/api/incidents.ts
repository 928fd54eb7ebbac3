import type { CallInput } from '@pii-vault/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { PAGE } from '../components/register-table.tsx';

export const useIncidents = (companyId: number, cursor: string | undefined) =>
  useQuery({
    queryKey: ['/incidents', { companyId, cursor }],
    queryFn: ({ signal }) =>
      client.page('GET /incidents', { query: { companyId, limit: PAGE, cursor }, signal }),
    placeholderData: (previous) => previous,
  });

/** Enters an incident, or changes one; the list is fetched again. */
export function useSaveIncident() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['/incidents'] });
  return {
    create: (body: CallInput<'POST /incidents'>['body']) =>
      client.call('POST /incidents', { body }).then(refresh),
    update: (id: number, body: CallInput<'PUT /incidents/{id}'>['body']) =>
      client.call('PUT /incidents/{id}', { params: { id }, body }).then(refresh),
  };
}
