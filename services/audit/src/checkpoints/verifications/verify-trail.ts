import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import type { Database } from '@pii-vault/platform/postgres/database';
import { firstUnnoted } from '../../entries/disclosures/people-store.ts';
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
  /** Root over the entries checked; of the whole tree when no fault was found. */
  readonly rootHash: Buffer;
  readonly finding: Finding | undefined;
}

/** Entries per chunk: each takes about 10 ms of the event loop. */
const CHUNK = 500;

/**
 * Checks the trail as of the start of this call: leaves from stored bytes, columns from leaves, every tree hash, the
 * gapless numbers, the counters, the people of entries, and every signed root. Reads in chunks without locks.
 */
export async function verifyTrail(deps: VerifyTrailDeps): Promise<TrailVerdict> {
  // Read the roots first: otherwise an append between the two reads looks like lost entries.
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
    // All entries before the first fault were correct.
    entriesChecked: finding?.index ?? check.size,
    rootHash: check.root(),
    finding,
  };
}
