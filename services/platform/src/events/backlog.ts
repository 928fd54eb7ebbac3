import type { Database } from '../db/database.ts';

/** What waits in a service's outbox: durable, and neither numbered nor shipped yet. */
export interface Backlog {
  /** At most 10,000,001, which stands for more. */
  readonly rows: number;
  /** Age of the oldest row in ms, 0 when there is none. */
  readonly oldestMs: number;
}

const COUNTED_UP_TO = 10_000_001;
const FRESH_MS = 1_000;

/** Reads the backlog, at most once a second however often it is asked, unless told how old it may be (ms). */
export function backlogReader(
  db: Pick<Database, 'system'>,
  onRead: (backlog: Backlog) => void = () => undefined,
  now: () => number = Date.now,
): (maxAgeMs?: number) => Promise<Backlog> {
  let readAt = Number.NEGATIVE_INFINITY;
  let last: Promise<Backlog> | undefined;
  return (maxAgeMs = FRESH_MS) => {
    if (last === undefined || now() - readAt >= maxAgeMs) {
      readAt = now();
      last = readBacklog(db);
      last.then(onRead, () => {
        last = undefined;
      });
    }
    return last;
  };
}

export async function readBacklog(db: Pick<Database, 'system'>): Promise<Backlog> {
  const [row] = await db.system((tx) =>
    tx.query<{ rows: number; oldest_ms: number }>(
      `SELECT (SELECT count(*) FROM (SELECT FROM outbox LIMIT $1) AS counted) AS rows,
              coalesce(extract(epoch FROM clock_timestamp() - (SELECT created_at FROM outbox ORDER BY id LIMIT 1)) * 1000, 0)::bigint
                AS oldest_ms`,
      [COUNTED_UP_TO],
    ),
  );
  return { rows: row?.rows ?? 0, oldestMs: Math.max(0, row?.oldest_ms ?? 0) };
}
