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
  const add = (sum: AccessSum) => {
    const name = `${sum.companyId} ${sum.kind} ${sum.day} ${sum.key}`;
    sums.set(name, { ...sum, entries: sum.entries + (sums.get(name)?.entries ?? 0) });
  };
  for (const { leaf, entries } of alike(leaves)) {
    const of = { companyId: leaf.companyId ?? NO_COMPANY, day: leaf.timestamp.slice(0, 10), entries };
    add({ ...of, kind: 'action', key: leaf.action });
    add({ ...of, kind: 'hour', key: String(Number(leaf.timestamp.slice(11, 13))) });
    add({ ...of, kind: 'actor', key: `${leaf.actorType}:${leaf.actorId ?? ''}` });
  }
  return [...sums.values()];
}

/** Entries of one company, hour, action and actor, which are most of a batch, by one of them. */
function alike(leaves: readonly Leaf[]): Iterable<{ readonly leaf: Leaf; entries: number }> {
  const found = new Map<string, { readonly leaf: Leaf; entries: number }>();
  for (const leaf of leaves) {
    if (!COUNTED.has(leaf.actorType)) continue;
    const hour = leaf.timestamp.slice(0, 13);
    const name = `${leaf.companyId} ${hour} ${leaf.action} ${leaf.actorType} ${leaf.actorId}`;
    const one = found.get(name);
    if (one === undefined) found.set(name, { leaf, entries: 1 });
    else one.entries += 1;
  }
  return found.values();
}
