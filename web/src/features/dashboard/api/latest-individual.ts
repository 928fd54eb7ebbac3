import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** The person of a company that was changed last; null when it has no people. Nothing is decrypted. */
export const useLatestIndividual = (companyId: number, mayRead: boolean) => {
  const query = { companyId, limit: 1, sort: '-updatedAt' } as const;
  return useQuery({
    queryKey: ['/individuals', query],
    queryFn: ({ signal }) => client.page('GET /individuals', { query, signal }),
    select: (page) => page.rows[0] ?? null,
    enabled: mayRead,
  });
};
