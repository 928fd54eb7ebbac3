import type { ServiceName } from '../core/context/caller.ts';
import { auditTopic } from '../domain/audit-entry.ts';
import type { Database } from '../postgres/database.ts';

/** What waits in a service's outbox: durable, and not known to be shipped. */
export interface Backlog {
  /** At most 10,000,001, which stands for more. */
  readonly rows: number;
  /** Of those rows how many have their numbers already; the bus may have them. */
  readonly inFlight: number;
  /** Age of the oldest row in ms, 0 when there is none. */
  readonly oldestMs: number;
  /** Numbers that were given to audit entries, by the relay's numbering periods. */
  readonly auditNumbers: readonly GivenNumbers[];
}

export interface GivenNumbers {
  readonly epoch: number;
  /** From 1 to this. */
  readonly lastSeq: number;
}

export const NOTHING_WRITTEN: Backlog = { rows: 0, inFlight: 0, oldestMs: 0, auditNumbers: [] };

const COUNTED_UP_TO = 10_000_001;
const FRESH_MS = 1_000;

/**
 * Reads the backlog. A result is cached for a second, or for the age (ms) that the caller accepts. Callers that need a
 * newer result during a read share the next read, because each read counts all rows.
 */
export function backlogReader(
  db: Pick<Database, 'system'>,
  producer: ServiceName,
  onRead: (backlog: Backlog) => void = () => undefined,
  now: () => number = Date.now,
): (maxAgeMs?: number) => Promise<Backlog> {
  let readAt = Number.NEGATIVE_INFINITY;
  let last: Promise<Backlog> | undefined;
  let isReading = false;
  let next: Promise<Backlog> | undefined;

  async function read(): Promise<Backlog> {
    readAt = now();
    isReading = true;
    next = undefined;
    last = readBacklog(db, producer);
    try {
      const backlog = await last;
      onRead(backlog);
      return backlog;
    } catch (error) {
      last = undefined;
      throw error;
    } finally {
      isReading = false;
    }
  }

  return (maxAgeMs = FRESH_MS) => {
    if (last !== undefined && now() - readAt < maxAgeMs) return last;
    if (!isReading || last === undefined) return read();
    next ??= last.then(read, read);
    return next;
  };
}

export async function readBacklog(db: Pick<Database, 'system'>, producer: ServiceName): Promise<Backlog> {
  const [row] = await db.system((tx) =>
    tx.query<BacklogRow>(
      `SELECT (SELECT count(*) FROM (SELECT FROM outbox LIMIT $1) AS counted) AS rows,
              coalesce(extract(epoch FROM clock_timestamp() - (SELECT created_at FROM outbox ORDER BY id LIMIT 1)) * 1000, 0)::bigint
                AS oldest_ms,
              (SELECT cardinality(inflight_ids) FROM relay_lease) AS in_flight,
              (SELECT coalesce(jsonb_agg(jsonb_build_object('epoch', t.epoch, 'lastSeq', t.last_seq)), '[]')
               FROM relay_topic t WHERE t.topic = $2::text) AS audit_numbers`,
      [COUNTED_UP_TO, auditTopic(producer)],
    ),
  );
  if (row === undefined) throw new Error('A SELECT without FROM has one row');
  const { rows, in_flight: inFlight, audit_numbers: auditNumbers } = row;
  return { rows, inFlight, oldestMs: Math.max(0, row.oldest_ms), auditNumbers };
}

interface BacklogRow {
  readonly rows: number;
  readonly oldest_ms: number;
  readonly in_flight: number;
  readonly audit_numbers: readonly GivenNumbers[];
}
