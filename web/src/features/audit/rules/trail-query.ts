import { type DateRange, instantsOf } from '../../../ui/date-range.ts';
import type { Completeness } from '../proof/check-entries.ts';
import type { TrailQuery, UserActionsQuery } from '../queries.ts';
import { auditActions } from './actions.ts';

/** Entries per page that the filter offers. */
export const limits = [25, 50, 100, 200] as const;
export const defaultLimit = 50;
/** `?scope=all`: every company of the reader, and the deployment's own entries for a super_admin. */
export const allCompanies = 'all';

/** `?from=` and `?to=`: the first and the last day. */
export const rangeIn = (get: (key: string) => string): DateRange => ({ from: get('from'), to: get('to') });

/** What the address asks the trail for; anything it does not understand is left out. Its days are those of the zone. */
export function trailQuery(
  get: (key: string) => string,
  { id, zone }: { id: number; zone: string },
  mayAll: boolean,
): TrailQuery {
  const action = get('action');
  return {
    limit: limits.find((limit) => String(limit) === get('limit')) ?? defaultLimit,
    companyId: mayAll && get('scope') === allCompanies ? undefined : id,
    action: auditActions.includes(action) ? action : undefined,
    search: get('search').trim().slice(0, 100) || undefined,
    ...instantsOf(rangeIn(get), zone),
  };
}

/** Only some of the entries are asked for. */
export const isFiltered = ({ action, search, from, until }: TrailQuery): boolean =>
  [action, search, from, until].some((one) => one !== undefined);

/** By which number a list of this query must be without a gap. */
export function completenessOf(query: TrailQuery, isSuperAdmin: boolean): Completeness {
  if (isFiltered(query)) return 'none';
  if (query.companyId !== undefined) return 'company';
  return isSuperAdmin ? 'trail' : 'none';
}

/** What the address asks of what users did: `user=`, `action=` and the scope of the trail. */
export function userActionsQuery(
  get: (key: string) => string,
  company: { id: number; zone: string },
  mayAll: boolean,
): UserActionsQuery {
  const { action, companyId } = trailQuery(get, company, mayAll);
  const user = /^[1-9]\d{0,14}$/.test(get('user')) ? Number(get('user')) : undefined;
  return { companyId, userId: user, action };
}
