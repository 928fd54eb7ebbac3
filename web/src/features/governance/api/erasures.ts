import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { keptPageQuery } from '../../../client/queries.ts';
import { useInvalidateIndividuals } from '../../../pii/invalidate-individuals.ts';
import { PAGE } from '../components/register-table.tsx';

export const useErasures = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /erasures', { query: { companyId, limit: PAGE, cursor } }));

/** Erases a person; the list of erasures and what shows or counts people are fetched again. */
export function useErase() {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateIndividuals();
  return async (body: { companyId: number; individualId: number; reason: string }) => {
    const { individualId: id, companyId, reason } = body;
    await client.call('POST /individuals/{id}/erase', { params: { id }, body: { companyId, reason } });
    await Promise.all([queryClient.invalidateQueries({ queryKey: ['/erasures'] }), invalidate()]);
  };
}
