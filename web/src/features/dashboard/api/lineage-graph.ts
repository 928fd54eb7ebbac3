import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { mergeGraphs } from '../rules/merge-graphs.ts';

/**
 * Nodes that are still readable in the height that the dashboard has for them, and companies that they are shared by.
 */
const NODES = 48;
const COMPANIES = 6;

/**
 * The strongest relationships of each company: the strongest of all are often those of one pair. `companyIds` in the
 * order of importance; the first six are drawn.
 */
export const useLineageGraph = (companyIds: readonly number[]) => {
  const drawn = companyIds.slice(0, COMPANIES);
  const nodes = Math.floor(NODES / Math.max(1, drawn.length));
  return useQuery({
    queryKey: ['/data-lineage', { companyIds: drawn, nodes }],
    queryFn: async ({ signal }) =>
      mergeGraphs(
        await Promise.all(
          drawn.map((companyId) => client.call('GET /data-lineage', { query: { companyId, nodes }, signal })),
        ),
      ),
  });
};
