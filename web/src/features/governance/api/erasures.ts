import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { keptPageQuery } from '../../../client/queries.ts';
import { PAGE } from '../components/register-table.tsx';

export const useErasures = (companyId: number, cursor: string | undefined) =>
  useQuery(keptPageQuery('GET /erasures', { query: { companyId, limit: PAGE, cursor } }));

/** Erases a person; lists of erasures and of people are fetched again. */
export function useErase() {
  const queryClient = useQueryClient();
  return async (body: { companyId: number; individualId: number; reason: string }) => {
    const { individualId: id, companyId, reason } = body;
    await client.call('POST /individuals/{id}/erase', { params: { id }, body: { companyId, reason } });
    await Promise.all(
      ['/erasures', '/individuals'].map((path) => queryClient.invalidateQueries({ queryKey: [path] })),
    );
  };
}
