import type { Waiting, WaitingItem } from '@pii-vault/contract/waiting/waiting-schema';

type Kind = WaitingItem['kind'];
type Counts = Readonly<Partial<Record<Kind, { readonly count: number; readonly overdue: number }>>>;

/** What waited when the user last looked at the list. */
export interface Visit {
  /** ISO time. */
  readonly at: string;
  readonly counts: Counts;
}

const keyOf = (userId: number): string => `waiting_seen_${userId}`;
const scopeOf = (companyId: number | undefined): string => String(companyId ?? 'all');

function readVisits(userId: number): Readonly<Record<string, Visit>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, Visit>) : {};
  } catch {
    return {};
  }
}

/** The last visit of a scope; undefined before the first one. */
export function readVisit(userId: number, companyId: number | undefined): Visit | undefined {
  const visit = readVisits(userId)[scopeOf(companyId)];
  return typeof visit?.at === 'string' && typeof visit.counts === 'object' ? visit : undefined;
}

/** Keeps the former counts of registers that could not be read. Counts only, never what the entries are. */
export function storeVisit(userId: number, companyId: number | undefined, { items, unread }: Waiting): void {
  const former = readVisit(userId, companyId)?.counts ?? {};
  const kept = unread.flatMap((kind) => (former[kind] ? [[kind, former[kind]] as const] : []));
  const counts = items.map(({ kind, count, overdue }) => [kind, { count, overdue }] as const);
  const visit = { at: new Date().toISOString(), counts: Object.fromEntries([...kept, ...counts]) };
  try {
    const visits = { ...readVisits(userId), [scopeOf(companyId)]: visit };
    localStorage.setItem(keyOf(userId), JSON.stringify(visits));
  } catch {
    // Without storage everything that waits is shown as new.
  }
}

export interface Arrival {
  readonly item: WaitingItem;
  /** How many more wait than at the last visit; 0 for those that only became overdue. */
  readonly more: number;
}

/** Registers in which more waits, or more is overdue, than at the last visit. */
export const arrivalsSince = (items: readonly WaitingItem[], visit: Visit | undefined): readonly Arrival[] =>
  items.flatMap((item) => {
    const { count = 0, overdue = 0 } = visit?.counts[item.kind] ?? {};
    const more = Math.max(0, item.count - count);
    return more > 0 || item.overdue > overdue ? [{ item, more }] : [];
  });
