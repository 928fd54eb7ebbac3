import { useQuery } from '@tanstack/react-query';
import { callQuery, pageQuery } from '../../client/queries.ts';
import type { PersonRef } from '../../pii/last-person.ts';

/** A company, or undefined for all companies of the user: the scope of the page. */
type CompanyId = number | undefined;

/** The four figures. */
export const useMetrics = (companyId: CompanyId, mayRead: boolean) =>
  useQuery({ ...callQuery('GET /dashboard/metrics', { query: { companyId } }), enabled: mayRead });

/** Individuals added and erased on each of the last seven days. */
export const useGrowth = (companyId: CompanyId, mayRead: boolean) =>
  useQuery({ ...callQuery('GET /analytics', { query: { days: 7, companyId } }), enabled: mayRead });

/** A person's row of the list, or null when there is none any more. Nothing is decrypted. */
export const usePerson = (person: PersonRef | undefined) =>
  useQuery({
    ...pageQuery('GET /individuals', {
      query: { companyId: person?.companyId, search: person?.masterKey, limit: 1 },
    }),
    select: ({ rows: [first] }) => (first && first.id === person?.id ? first : null),
    enabled: person !== undefined,
  });

const ENTRIES = 6;

/** The newest entries of the trail that the user may read. */
export const useRecentAudit = (companyId: CompanyId, isWanted: boolean) =>
  useQuery({
    ...pageQuery('GET /audit-trail', { query: { limit: ENTRIES, companyId } }),
    select: (page) => page.rows,
    enabled: isWanted,
  });

/** Number of nodes that stay readable at the height of the dashboard's graph. */
const NODES = 48;

/** The strongest relationships, of each pair of companies or of the company. */
export const useLineageGraph = (companyId: CompanyId) =>
  useQuery(callQuery('GET /data-lineage', { query: { nodes: NODES, companyId } }));

/** Figures over all relationships. */
export const useLineageSummary = (companyId: CompanyId) =>
  useQuery(callQuery('GET /data-lineage/summary', { query: { companyId } }));
