import { NO_COMPANY } from '../entries/columns.ts';
import type { Leaf } from '../entries/leaf.ts';

/** Entries of one UTC day under one key. */
export interface AccessSum {
  readonly companyId: number;
  readonly kind: 'action' | 'hour' | 'actor';
  /** ISO date. */
  readonly day: string;
  /** An action; an hour of the day, 0 to 23; a type of actor and its id, parted by a colon. */
  readonly key: string;
  readonly entries: number;
}

const COUNTED: ReadonlySet<string | undefined> = new Set(['user', 'api_client']);

/** What entries of people and API clients add to the counters. */
export function sumAccesses(leaves: readonly Leaf[]): AccessSum[] {
  const sums = new Map<string, AccessSum>();
  const add = (sum: Omit<AccessSum, 'entries'>) => {
    const name = `${sum.companyId} ${sum.kind} ${sum.day} ${sum.key}`;
    sums.set(name, { ...sum, entries: (sums.get(name)?.entries ?? 0) + 1 });
  };
  for (const leaf of leaves) {
    if (!COUNTED.has(leaf.actorType)) continue;
    const of = { companyId: leaf.companyId ?? NO_COMPANY, day: leaf.timestamp.slice(0, 10) };
    add({ ...of, kind: 'action', key: leaf.action });
    add({ ...of, kind: 'hour', key: String(Number(leaf.timestamp.slice(11, 13))) });
    add({ ...of, kind: 'actor', key: `${leaf.actorType}:${leaf.actorId ?? ''}` });
  }
  return [...sums.values()];
}
