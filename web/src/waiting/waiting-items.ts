import type { Waiting, WaitingItem } from '@pii-vault/contract/waiting/waiting-schema';

/** Registers whose entries are faults, and not tasks with a date. */
const faults: ReadonlySet<WaitingItem['kind']> = new Set(['keyStore', 'checks', 'webhooks']);

export const toneOf = ({ kind, overdue }: Pick<WaitingItem, 'kind' | 'overdue'>): 'error' | 'warning' =>
  overdue > 0 || faults.has(kind) ? 'error' : 'warning';

const HOUR_MS = 3_600_000;
/** Below this the hours are counted: the period for a report to the Board. */
const HOURS_SHOWN = 72;

/** Time until the first entry of an item is due; null if it has none. */
export type Due = { key: 'overdue' } | { key: 'hours' | 'days'; count: number } | null;

/** Whole hours or days are rounded down, so that more time is never promised than there is. */
export function dueOf({ dueAt, overdue }: Pick<WaitingItem, 'dueAt' | 'overdue'>, nowMs: number): Due {
  if (dueAt === null) return overdue > 0 ? { key: 'overdue' } : null;
  const hours = Math.floor((Date.parse(dueAt) - nowMs) / HOUR_MS);
  if (hours < 0) return { key: 'overdue' };
  return hours <= HOURS_SHOWN
    ? { key: 'hours', count: hours }
    : { key: 'days', count: Math.floor(hours / 24) };
}

/** Number of waiting entries by the path of the screen on which the user acts on them. */
export function countsByPath(items: readonly WaitingItem[]): ReadonlyMap<string, ScreenCount> {
  const counts = new Map<string, ScreenCount>();
  for (const item of items) {
    const path = item.link?.replace(/\?.*/, '');
    if (path === undefined) continue;
    const former = counts.get(path);
    const isError = toneOf(item) === 'error' || former?.tone === 'error';
    counts.set(path, { count: (former?.count ?? 0) + item.count, tone: isError ? 'error' : 'warning' });
  }
  return counts;
}

export interface ScreenCount {
  count: number;
  tone: 'error' | 'warning';
}

/** Registers that could not be read keep their previous items, like the data of a failed query. */
export function withFormerItems(next: Waiting, former: Waiting | undefined): Waiting {
  const kept = former?.items.filter(({ kind }) => next.unread.includes(kind)) ?? [];
  if (kept.length === 0) return next;
  const rank = ({ dueAt, overdue }: WaitingItem) =>
    dueAt === null ? (overdue > 0 ? Date.now() : Number.MAX_SAFE_INTEGER) : Date.parse(dueAt);
  return { ...next, items: [...next.items, ...kept].sort((a, b) => rank(a) - rank(b)) };
}
