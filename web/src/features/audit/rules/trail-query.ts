import type { TrailQuery } from '../api/audit-trail.ts';
import type { Completeness } from '../proof/check-entries.ts';
import { auditActions } from './actions.ts';

/** Entries per page that the filter offers. */
export const limits = [25, 50, 100, 200] as const;
export const defaultLimit = 50;
/** `?scope=all`: every company of the reader, and the deployment's own entries for a super_admin. */
export const allCompanies = 'all';

/** What the address asks the trail for; anything it does not understand is left out. */
export function trailQuery(get: (key: string) => string, companyId: number, mayAll: boolean): TrailQuery {
  const action = get('action');
  return {
    limit: limits.find((limit) => String(limit) === get('limit')) ?? defaultLimit,
    companyId: mayAll && get('scope') === allCompanies ? undefined : companyId,
    action: auditActions.includes(action) ? action : undefined,
    search: get('search').trim().slice(0, 100) || undefined,
  };
}

/** By which number a list of this query must be without a gap. */
export function completenessOf(query: TrailQuery, isSuperAdmin: boolean): Completeness {
  if (query.action !== undefined || query.search !== undefined) return 'none';
  if (query.companyId !== undefined) return 'company';
  return isSuperAdmin ? 'trail' : 'none';
}
