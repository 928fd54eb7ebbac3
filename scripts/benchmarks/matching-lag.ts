import { connectTo } from './database.ts';

const EVERY_MS = 500;

/** How long ago the oldest change was made that matching has not taken in: in outbox, bus or queue. Seconds. */
const OLDEST = `SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - least(
    (SELECT min(created_at) FROM vault.outbox WHERE topic = 'vault.record_changed'),
    (SELECT min(l.created_at) FROM bus.log l
     LEFT JOIN bus.progress p ON p.topic = l.topic AND p.consumer_group = 'lineage.queue-changed-records'
     WHERE l.topic = 'vault.record_changed' AND l.position > coalesce(p.position, 0)),
    (SELECT min(queued_at) FROM lineage.match_queue))), 0))::float8 AS seconds`;

export interface MatchingLag {
  /** The longest that was seen since the watch began, in seconds. */
  readonly most: number;
  /** From the call until nothing waits any more, in seconds. */
  readonly drain: number;
}

/** Looks twice a second how far matching is behind. @returns ends the watch when nothing waits any more */
export async function watchMatching(dataDir: string): Promise<() => Promise<MatchingLag>> {
  const client = await connectTo(dataDir);
  let most = 0;
  let isOver = false;
  const look = async () => {
    const { rows } = await client.query<{ seconds: number }>(OLDEST);
    return rows[0]?.seconds ?? 0;
  };
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await look());
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    const begin = performance.now();
    for (let waits = true; waits; ) {
      const behind = await look();
      most = Math.max(most, behind);
      waits = behind > 0;
      if (waits) await new Promise((resolve) => setTimeout(resolve, EVERY_MS / 10));
    }
    await client.end();
    return { most, drain: (performance.now() - begin) / 1_000 };
  };
}
