import type { CallInput } from '@pii-vault/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { PAGE } from '../components/register-table.tsx';

export const usePurposes = (companyId: number, cursor: string | undefined) =>
  useQuery({
    queryKey: ['/purposes', { companyId, cursor }],
    queryFn: ({ signal }) =>
      client.page('GET /purposes', { query: { companyId, limit: PAGE, cursor }, signal }),
    placeholderData: (previous) => previous,
  });

/** Enters a purpose, or changes one; the list is fetched again. */
export function useSavePurpose() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['/purposes'] });
  return {
    create: (body: CallInput<'POST /purposes'>['body']) =>
      client.call('POST /purposes', { body }).then(refresh),
    update: (id: number, body: CallInput<'PUT /purposes/{id}'>['body']) =>
      client.call('PUT /purposes/{id}', { params: { id }, body }).then(refresh),
  };
}
