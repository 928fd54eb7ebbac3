import type { ServiceName } from '../core/context/caller.ts';
import {
  byteaPartsArray,
  int8Array,
  int8OrNullArray,
  textArray,
  timestamptzArray,
  uuidTextArray,
} from '../postgres/binary-array.ts';
import type { Tx } from '../postgres/database.ts';
import type { BusMessage } from './bus.ts';

/** A message and its place in its topic. */
export interface Positioned {
  readonly position: number;
  readonly message: BusMessage;
}

/** One append to a topic: messages with consecutive positions up to the last. */
export interface Appended {
  readonly topic: string;
  readonly last_position: number;
  readonly added: number;
}

export async function appendMessages(
  tx: Pick<Tx, 'query'>,
  messages: readonly BusMessage[],
): Promise<Appended[]> {
  return await tx.query<Appended>({
    name: 'bus_append',
    text: `SELECT * FROM bus.append_messages($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[],
             $7::bigint[], $8::bytea[], $9::timestamptz[], $10::text[])`,
    values: [
      uuidTextArray(messages.map((message) => message.eventId)),
      textArray(messages.map((message) => message.topic)),
      textArray(messages.map((message) => message.key)),
      textArray(messages.map((message) => message.producer)),
      int8Array(messages.map((message) => message.epoch)),
      int8Array(messages.map((message) => message.seq)),
      int8OrNullArray(messages.map((message) => message.companyId)),
      byteaPartsArray(messages.map((message) => message.payload)),
      timestamptzArray(messages.map((message) => message.createdAt)),
      textArray(messages.map((message) => message.traceparent ?? null)),
    ],
  });
}

interface LogRow {
  position: number;
  event_id: string;
  topic: string;
  key: string;
  producer: ServiceName;
  epoch: number;
  seq: number;
  company_id: number | null;
  payload: Buffer;
  created_at: Date;
  traceparent: string | null;
}

/** Messages of a topic after a position, in order. */
export async function readMessages(
  tx: Pick<Tx, 'query'>,
  topic: string,
  after: number,
  limit: number,
): Promise<Positioned[]> {
  const rows = await tx.query<LogRow>({
    name: 'bus_read',
    text: `SELECT position, event_id, topic, key, producer, epoch, seq, company_id, payload, created_at, traceparent
     FROM bus.log WHERE topic = $1 AND position > $2 ORDER BY position LIMIT $3`,
    values: [topic, after, limit],
  });
  return rows.map((row) => ({
    position: row.position,
    message: {
      eventId: row.event_id,
      topic: row.topic,
      key: row.key,
      producer: row.producer,
      epoch: row.epoch,
      seq: row.seq,
      companyId: row.company_id,
      payload: row.payload,
      createdAt: row.created_at,
      traceparent: row.traceparent ?? undefined,
    },
  }));
}

/** The position up to which a group has handled a topic; a new group starts at the oldest message. */
export async function readProgress(tx: Pick<Tx, 'query'>, group: string, topic: string): Promise<number> {
  const [row] = await tx.query<{ position: number }>(
    `INSERT INTO bus.progress (consumer_group, topic, position)
     VALUES ($1, $2, coalesce((SELECT min(position) - 1 FROM bus.log WHERE topic = $2),
                              (SELECT last_position FROM bus.topic WHERE topic = $2), 0))
     ON CONFLICT (consumer_group, topic) DO UPDATE SET position = progress.position RETURNING position`,
    [group, topic],
  );
  return row?.position ?? 0;
}

/** Advances a group's position; false when another process has changed it meanwhile. */
export async function moveProgress(
  tx: Pick<Tx, 'query'>,
  group: string,
  topic: string,
  from: number,
  to: number,
): Promise<boolean> {
  const rows = await tx.query({
    name: 'bus_move',
    text: `UPDATE bus.progress SET position = $4
     WHERE consumer_group = $1 AND topic = $2 AND position = $3 RETURNING position`,
    values: [group, topic, from, to],
  });
  return rows.length === 1;
}

/** Messages of a topic that a group has not handled. */
export async function readLag(tx: Pick<Tx, 'query'>, group: string, topic: string): Promise<number> {
  const [row] = await tx.query<{ lag: number }>(
    `SELECT t.last_position - coalesce(p.position, 0) AS lag FROM bus.topic t
     LEFT JOIN bus.progress p ON p.topic = t.topic AND p.consumer_group = $1 WHERE t.topic = $2`,
    [group, topic],
  );
  return row?.lag ?? 0;
}

/**
 * Deletes messages older than `ageMs` that every known group of their topic has handled: of each topic at most `limit`,
 * the oldest first, so that no statement is long. @returns how many
 */
export async function purgeMessages(tx: Pick<Tx, 'query'>, ageMs: number, limit: number): Promise<number> {
  const rows = await tx.query<{ deleted: number }>(
    `WITH done AS (
       SELECT t.topic, coalesce(min(p.position), t.last_position) AS position
       FROM bus.topic t LEFT JOIN bus.progress p USING (topic) GROUP BY t.topic
     ), oldest AS (
       SELECT l.* FROM done d CROSS JOIN LATERAL (
         SELECT topic, position, published_at FROM bus.log
         WHERE topic = d.topic AND position <= d.position ORDER BY position LIMIT $2) l
     ), gone AS (
       DELETE FROM bus.log l USING oldest o
       WHERE l.topic = o.topic AND l.position = o.position
         AND o.published_at < now() - $1::bigint * interval '1 millisecond'
       RETURNING 1)
     SELECT count(*) AS deleted FROM gone`,
    [ageMs, limit],
  );
  return rows[0]?.deleted ?? 0;
}
