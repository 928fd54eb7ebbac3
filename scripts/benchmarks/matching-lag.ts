import { setTimeout } from 'node:timers/promises';
import { connectDatabase } from '../tests/running-vault/database-access.ts';

const EVERY_MS = 500;

/** Number of the company's newest people to check; older pending changes are in the queue. */
const NEWEST_PEOPLE = 5_000;
/**
 * Age in seconds of the oldest change that matching has not processed: people created since $1 that are in no space
 * (rows copied by SQL never enter the queue), and entries of the match queue. Also whether a batch waits for matching.
 */
const OLDEST = `SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - least(
    (SELECT min(i.created_at)
     FROM (SELECT company_id, id, created_at FROM vault.individuals ORDER BY id DESC LIMIT ${NEWEST_PEOPLE}) i
     WHERE i.created_at >= $1 AND NOT EXISTS (
       SELECT FROM lineage.match_spaces s JOIN lineage.match_records r ON r.space_id = s.id
       WHERE r.company_id = i.company_id AND r.individual_id = i.id)),
    (SELECT min(queued_at) FROM lineage.match_queue),
    (SELECT min(queued_at) FROM lineage.match_arrivals))), 0))::float8 AS seconds,
  EXISTS (SELECT FROM lineage.match_again) OR EXISTS (SELECT FROM lineage.match_again_together) AS waits`;

interface Behind {
  readonly seconds: number;
  readonly waits: boolean;
}

export interface MatchingLag {
  /** Maximum age seen since the watch began, in seconds. */
  readonly most: number;
  /** From the call until every person is matched, in seconds. */
  readonly drain: number;
}

/**
 * Samples the lag of matching twice a second for changes since `since`.
 * @returns a function that resolves with the lag when no change is pending
 */
export async function watchMatching(
  dataDir: string,
  since = new Date(),
): Promise<() => Promise<MatchingLag>> {
  const client = await connectDatabase(dataDir);
  let most = 0;
  const over = new AbortController();
  const look = async () => {
    const { rows } = await client.query<Behind>(OLDEST, [since]);
    return rows[0] ?? { seconds: 0, waits: false };
  };
  const watching = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, (await look()).seconds);
      await setTimeout(EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    const begin = performance.now();
    over.abort();
    await watching;
    for (let isBehind = true; isBehind; ) {
      const { seconds, waits } = await look();
      most = Math.max(most, seconds);
      isBehind = seconds > 0 || waits;
      if (isBehind) await setTimeout(EVERY_MS / 10);
    }
    await client.end();
    return { most, drain: (performance.now() - begin) / 1_000 };
  };
}
