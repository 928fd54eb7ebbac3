import type { ServiceName } from '../core/context/caller.ts';
import type { Tx } from '../postgres/database.ts';
import type { BusMessage } from './bus.ts';

/** Which of these keys of a topic have a parked message. */
export async function parkedKeys(
  tx: Tx,
  consumer: string,
  topic: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ key: string }>({
    name: 'dead_letter_keys',
    text: 'SELECT DISTINCT key FROM dead_letter WHERE consumer = $1 AND topic = $2 AND key = ANY ($3::text[])',
    values: [consumer, topic, keys],
  });
  return new Set(rows.map((row) => row.key));
}

/** Parks messages; idempotent. `reason` is an AppError's reason. */
export async function park(
  tx: Tx,
  consumer: string,
  messages: readonly BusMessage[],
  reason: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO dead_letter (consumer, topic, key, event_id, company_id, producer, epoch, seq, payload, created_at, reason)
     SELECT $1, m.topic, m.key, m.event_id, m.company_id, m.producer, m.epoch, m.seq, m.payload, m.created_at, $2
     FROM unnest($3::text[], $4::text[], $5::uuid[], $6::bigint[], $7::text[], $8::bigint[], $9::bigint[],
                 $10::bytea[], $11::timestamptz[])
       WITH ORDINALITY AS m(topic, key, event_id, company_id, producer, epoch, seq, payload, created_at, ord)
     ORDER BY m.ord ON CONFLICT DO NOTHING`,
    [
      consumer,
      reason,
      messages.map((message) => message.topic),
      messages.map((message) => message.key),
      messages.map((message) => message.eventId),
      messages.map((message) => message.companyId),
      messages.map((message) => message.producer),
      messages.map((message) => message.epoch),
      messages.map((message) => message.seq),
      messages.map((message) => Buffer.from(message.payload)),
      messages.map((message) => message.createdAt.toISOString()),
    ],
  );
}

interface DeadLetterRow {
  event_id: string;
  topic: string;
  key: string;
  company_id: number | null;
  producer: ServiceName;
  epoch: number;
  seq: number;
  payload: Buffer;
  created_at: Date;
}

/** The parked messages of a consumer, in order of arrival. */
export async function parkedMessages(tx: Tx, consumer: string): Promise<BusMessage[]> {
  const rows = await tx.query<DeadLetterRow>(
    `SELECT event_id, topic, key, company_id, producer, epoch, seq, payload, created_at
     FROM dead_letter WHERE consumer = $1 ORDER BY id LIMIT 10000`,
    [consumer],
  );
  return rows.map((row) => ({
    eventId: row.event_id,
    topic: row.topic,
    key: row.key,
    producer: row.producer,
    epoch: row.epoch,
    seq: row.seq,
    companyId: row.company_id,
    payload: row.payload,
    createdAt: row.created_at,
  }));
}

export async function unpark(tx: Tx, consumer: string, eventId: string): Promise<void> {
  await tx.query('DELETE FROM dead_letter WHERE consumer = $1 AND event_id = $2::uuid', [consumer, eventId]);
}

/** The first parked message of a key, as administrators see it: without the key and the payload. */
export interface ParkedHead {
  readonly consumer: string;
  readonly eventId: string;
  readonly topic: string;
  readonly companyId: number | null;
  readonly createdAt: Date;
  readonly parkedAt: Date;
  readonly reason: string;
  /** Later messages of the key, which wait for this one. */
  readonly behind: number;
}

/** The first messages of at most 100 keys, oldest first; they and `behind` are those of the 10,000 oldest messages. */
export async function parkedHeads(tx: Tx): Promise<ParkedHead[]> {
  const rows = await tx.query<{
    consumer: string;
    event_id: string;
    topic: string;
    company_id: number | null;
    created_at: Date;
    parked_at: Date;
    reason: string;
    behind: number;
  }>(
    `WITH oldest AS (
       SELECT id, consumer, event_id, topic, key, company_id, created_at, parked_at, reason
       FROM dead_letter ORDER BY id LIMIT 10000),
     heads AS (
       SELECT DISTINCT ON (consumer, topic, key)
         *, count(*) OVER (PARTITION BY consumer, topic, key) - 1 AS behind
       FROM oldest ORDER BY consumer, topic, key, id)
     SELECT consumer, event_id, topic, company_id, created_at, parked_at, reason, behind
     FROM heads ORDER BY id LIMIT 100`,
  );
  return rows.map((row) => ({
    ...{ consumer: row.consumer, eventId: row.event_id, topic: row.topic, companyId: row.company_id },
    ...{ createdAt: row.created_at, parkedAt: row.parked_at, reason: row.reason, behind: row.behind },
  }));
}

/**
 * Removes a parked message for good and records it as received, so that a copy on the bus has no effect either.
 * @returns undefined if it is not parked, or has taken effect by a replay that did not finish
 */
export async function discardParked(
  tx: Tx,
  consumer: string,
  eventId: string,
): Promise<{ readonly topic: string; readonly companyId: number | null } | undefined> {
  const [row] = await tx.query<{ topic: string; company_id: number | null }>(
    `WITH discarded AS (
       DELETE FROM dead_letter WHERE consumer = $1 AND event_id = $2::uuid RETURNING event_id, topic, company_id),
     received AS (
       INSERT INTO inbox (consumer, event_id) SELECT $1, event_id FROM discarded ON CONFLICT DO NOTHING
       RETURNING event_id)
     SELECT topic, company_id FROM discarded JOIN received USING (event_id)`,
    [consumer, eventId],
  );
  return row === undefined ? undefined : { topic: row.topic, companyId: row.company_id };
}
