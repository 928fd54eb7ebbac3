import { type DateRange, instantsOf } from '../../../ui/date-range.ts';
import type { Completeness } from '../proof/check-entries.ts';
import type { TrailQuery, UserActionsQuery } from '../queries.ts';
import { auditActions } from './actions.ts';

/** Page sizes that the filter offers. */
export const limits = [25, 50, 100, 200] as const;
export const defaultLimit = 50;
/** `?scope=all`: all companies of the user; for a super_admin also entries of the deployment. */
export const allCompanies = 'all';

/** `?from=` and `?to=` are the first and the last day. */
export const rangeIn = (get: (key: string) => string): DateRange => ({ from: get('from'), to: get('to') });

/** Query of the trail from the URL. Invalid values are ignored. Days are those of the company's time zone. */
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

export const isFiltered = ({ action, search, from, until }: TrailQuery): boolean =>
  [action, search, from, until].some((one) => one !== undefined);

/** The number that must have no gaps in a list of this query. */
export function completenessOf(query: TrailQuery, isSuperAdmin: boolean): Completeness {
  if (isFiltered(query)) return 'none';
  if (query.companyId !== undefined) return 'company';
  return isSuperAdmin ? 'trail' : 'none';
}

/** Query of user actions from the URL: `user=`, `action=` and `scope=`. */
export function userActionsQuery(
  get: (key: string) => string,
  company: { id: number; zone: string },
  mayAll: boolean,
): UserActionsQuery {
  const { action, companyId } = trailQuery(get, company, mayAll);
  const user = /^[1-9]\d{0,14}$/.test(get('user')) ? Number(get('user')) : undefined;
  return { companyId, userId: user, action };
}
