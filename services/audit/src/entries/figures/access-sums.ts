import { DEFAULT_TIME_ZONE, localTime } from '@pii-vault/platform/values/zoned-day';
import { NO_COMPANY } from '../columns.ts';
import type { Leaf } from '../leaf.ts';

/** Entries of one day of their company under one key. */
export interface AccessSum {
  readonly companyId: number;
  readonly kind: 'action' | 'hour' | 'actor' | 'reveal';
  /** ISO date. */
  readonly day: string;
  /**
   * An action; an hour of the company's day, 0 to 23; a type of actor and its id, separated by a colon; for reveals the
   * purpose, a colon and the actor. A purpose has no colon.
   */
  readonly key: string;
  /** For reveals the number of people instead of entries. */
  readonly entries: number;
}

const COUNTED: ReadonlySet<string | undefined> = new Set(['user', 'api_client']);

/**
 * What entries of users and API clients add to the counters.
 * @param zones time zone by company; NO_COMPANY has the deployment's, as have companies that are missing
 */
export function sumAccesses(leaves: readonly Leaf[], zones: ReadonlyMap<number, string>): AccessSum[] {
  const sums = new Map<string, AccessSum>();
  const add = (sum: AccessSum) => {
    const name = `${sum.companyId} ${sum.kind} ${sum.day} ${sum.key}`;
    sums.set(name, { ...sum, entries: sum.entries + (sums.get(name)?.entries ?? 0) });
  };
  for (const { leaf, entries, people } of alike(leaves)) {
    const actor = `${leaf.actorType}:${leaf.actorId ?? ''}`;
    const companyId = leaf.companyId ?? NO_COMPANY;
    const zone = zones.get(companyId) ?? zones.get(NO_COMPANY) ?? DEFAULT_TIME_ZONE;
    const { day, hour } = localTime(zone, Date.parse(leaf.timestamp));
    const of = { companyId, day, entries };
    add({ ...of, kind: 'action', key: leaf.action });
    add({ ...of, kind: 'hour', key: String(hour) });
    add({ ...of, kind: 'actor', key: actor });
    if (people > 0) add({ ...of, kind: 'reveal', key: `${leaf.purpose ?? ''}:${actor}`, entries: people });
  }
  return [...sums.values()];
}

interface Alike {
  readonly leaf: Leaf;
  entries: number;
  /** Number of people whose values the entries show. */
  people: number;
}

/**
 * Counts equal entries of a batch (company, quarter of an hour, action, actor, purpose) through one of them: most of a
 * batch is equal. Offsets of zones are multiples of a quarter of an hour.
 */
function alike(leaves: readonly Leaf[]): Iterable<Alike> {
  const found = new Map<string, Alike>();
  for (const leaf of leaves) {
    if (!COUNTED.has(leaf.actorType)) continue;
    const quarter = Math.floor(Number(leaf.timestamp.slice(14, 16)) / 15);
    const name = `${leaf.companyId} ${leaf.timestamp.slice(0, 13)} ${quarter} ${leaf.action} ${leaf.actorType} ${leaf.actorId} ${leaf.purpose}`;
    const one = found.get(name) ?? { leaf, entries: 0, people: 0 };
    one.entries += 1;
    one.people += peopleShown(leaf);
    found.set(name, one);
  }
  return found.values();
}

/** People whose values an entry of an allowed reveal shows; 0 for other entries. */
function peopleShown({ action, decision = 'allowed', individualId, individualIds = [] }: Leaf): number {
  if (action !== 'field_decrypt' || decision !== 'allowed') return 0;
  return individualId === undefined ? individualIds.length : 1;
}
