import type { DashboardAttention } from '@pii-vault/contract/dashboard/dashboard-schema';
import { useQuery } from '@tanstack/react-query';
import { callQuery, pageQuery } from '../../client/queries.ts';
import { withFormerParts } from './rules/attention.ts';

/** Sign-in attempts, imports and relationships that need the user's attention, over all companies of the user. */
export function useDashboardAttention(isWanted: boolean) {
  const { queryKey, queryFn } = callQuery('GET /dashboard/attention');
  return useQuery({
    queryKey,
    queryFn: async ({ signal, client }) =>
      withFormerParts(await queryFn({ signal }), client.getQueryData<DashboardAttention>(queryKey)),
    enabled: isWanted,
  });
}

/** The four figures over all companies of the user. */
export const useMetrics = (mayRead: boolean) =>
  useQuery({ ...callQuery('GET /dashboard/metrics'), enabled: mayRead });

/** Individuals added and erased on each of the last seven days, over all companies of the user. */
export const useGrowth = (mayRead: boolean) =>
  useQuery({ ...callQuery('GET /analytics', { query: { days: 7 } }), enabled: mayRead });

/** The most recently changed person of a company, or null when it has none. Nothing is decrypted. */
export const useLatestIndividual = (companyId: number, mayRead: boolean) => {
  const query = { companyId, limit: 1, sort: '-updatedAt' } as const;
  return useQuery({
    ...pageQuery('GET /individuals', { query }),
    select: (page) => page.rows[0] ?? null,
    enabled: mayRead,
  });
};

const ENTRIES = 6;

/** The newest entries of the trail that the user may read. */
export const useRecentAudit = (isWanted: boolean) =>
  useQuery({
    ...pageQuery('GET /audit-trail', { query: { limit: ENTRIES } }),
    select: (page) => page.rows,
    enabled: isWanted,
  });

/** The latest check per rule, over all companies of the user. */
export const useComplianceChecks = (mayRead: boolean) =>
  useQuery({ ...callQuery('GET /compliance'), enabled: mayRead });

/** Number of nodes that stay readable at the height of the dashboard's graph. */
const NODES = 48;

/** The strongest relationships of each pair of companies, over all companies of the user. */
export const useLineageGraph = () => useQuery(callQuery('GET /data-lineage', { query: { nodes: NODES } }));
