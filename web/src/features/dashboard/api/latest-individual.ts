import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '../../../client/queries.ts';

/** The person of a company that was changed last; null when it has no people. Nothing is decrypted. */
export const useLatestIndividual = (companyId: number, mayRead: boolean) => {
  const query = { companyId, limit: 1, sort: '-updatedAt' } as const;
  return useQuery({
    ...pageQuery('GET /individuals', { query }),
    select: (page) => page.rows[0] ?? null,
    enabled: mayRead,
  });
};
