import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import type { Database } from '@pii-vault/platform/postgres/database';
import { firstUnnoted } from '../disclosures/people-store.ts';
import { nodesBetween, readAlarms, readCounters, rowsBetween } from './check-store.ts';
import { readSignedRoots, type SignedRootsDeps } from './signed-roots.ts';
import { type Counters, type Finding, TrailCheck } from './trail-check.ts';

export interface VerifyTrailDeps extends SignedRootsDeps {
  readonly db: Pick<Database, 'system'>;
  /** Called after each chunk with the number of entries checked. */
  progress(entriesChecked: number): Promise<void>;
  readonly signal: AbortSignal;
}

export interface TrailVerdict {
  readonly treeSize: number;
  readonly entriesChecked: number;
  /** Root over the entries checked; of the whole tree when nothing was found. */
  readonly rootHash: Buffer;
  readonly finding: Finding | undefined;
}

/** Entries per chunk: what keeps the event loop for some 10 ms. */
const CHUNK = 500;

/**
 * Re-derives the trail as it was when this began: leaves from stored bytes, columns from leaves, every tree
 * hash, the gapless numbers, the counters, the people that entries name, and each root that was ever signed. Reads in
 * chunks, locks nothing.
 */
export async function verifyTrail(deps: VerifyTrailDeps): Promise<TrailVerdict> {
  // The roots first: an append between the two readings must not look like a tree that lost entries.
  const roots = await readSignedRoots(deps);
  const counters = await deps.db.system(readCounters);
  if (!Array.isArray(roots)) return verdict(counters, new TrailCheck([]), roots);
  const check = new TrailCheck(roots);
  for (let finding: Finding | undefined; check.size < counters.size; ) {
    deps.signal.throwIfAborted();
    const start = check.size;
    const end = Math.min(start + CHUNK, counters.size);
    const { rows, nodes, unnoted } = await deps.db.system(async (tx) => ({
      rows: await rowsBetween(tx, start, end),
      nodes: await nodesBetween(tx, start, end),
      unnoted: await firstUnnoted(tx, start, end),
    }));
    await yieldToEventLoop();
    finding = check.feed(end, rows, nodes) ?? unnotedPerson(unnoted);
    if (finding !== undefined) return verdict(counters, check, finding);
    await deps.progress(check.size);
  }
  const alarms = await deps.db.system(readAlarms);
  const standsStill = alarms[0] === undefined ? undefined : { index: undefined, reason: alarms[0] };
  return verdict(counters, check, check.finish(counters) ?? standsStill);
}

function unnotedPerson(index: number | undefined): Finding | undefined {
  if (index === undefined) return undefined;
  return { index, reason: `entry ${index} names a person whose access report would omit it` };
}

function verdict(counters: Counters, check: TrailCheck, finding: Finding | undefined): TrailVerdict {
  return {
    treeSize: counters.size,
    // Everything before the first bad entry was found in order.
    entriesChecked: finding?.index ?? check.size,
    rootHash: check.root(),
    finding,
  };
}
