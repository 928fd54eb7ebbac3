import type { ServiceName } from '../core/context/caller.ts';
import { completedEntry, type EntryFacts } from '../domain/audit-entry.ts';
import { int8Array } from '../postgres/binary-array.ts';
import type { CopiedRow } from '../postgres/copy-out.ts';
import type { Tx } from '../postgres/database.ts';
import type { OpenDatabase } from '../postgres/open-database.ts';
import type { BusMessage } from './bus.ts';

/** Proof that this process may number and ship; every write checks it. */
export interface Lease {
  readonly holder: string;
  readonly fence: number;
  readonly epoch: number;
}

/** A batch with its numbers. */
export interface NumberedBatch {
  readonly ids: readonly number[];
  readonly messages: readonly BusMessage[];
}

interface LeaseRow {
  fence: number;
  epoch: number;
}

export interface Claim {
  readonly holder: string;
  readonly leaseMs: number;
  /** A holder whose lease may be taken before it expires. */
  readonly heirTo?: string;
}

/** Takes the lease when it has expired, or when this holder or `heirTo` holds it. */
export async function takeLease(tx: Tx, { holder, leaseMs, heirTo }: Claim): Promise<Lease | undefined> {
  const [row] = await tx.query<LeaseRow>(
    `UPDATE relay_lease SET holder = $1, fence = fence + 1,
            expires_at = clock_timestamp() + $2::bigint * interval '1 millisecond'
     WHERE expires_at < clock_timestamp() OR holder = $1 OR holder = $3
     RETURNING fence, epoch`,
    [holder, leaseMs, heirTo],
  );
  return row && { holder, fence: row.fence, epoch: row.epoch };
}

/** Undefined when the lease is free. */
export async function readHolder(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.query<{ holder: string | null }>('SELECT holder FROM relay_lease');
  return row?.holder ?? undefined;
}

/**
 * Prolongs the lease and locks its row, so that a successor waits until this transaction ends.
 * Undefined when the lease is lost.
 */
export async function holdLease(tx: Tx, lease: Lease, leaseMs: number): Promise<Lease | undefined> {
  const [row] = await tx.query<LeaseRow>({
    name: 'relay_hold',
    text: `UPDATE relay_lease SET expires_at = clock_timestamp() + $3::bigint * interval '1 millisecond'
     WHERE holder = $1 AND fence = $2 AND expires_at > clock_timestamp()
     RETURNING fence, epoch`,
    values: [lease.holder, lease.fence, leaseMs],
  });
  return row && { ...lease, epoch: row.epoch };
}

export async function releaseLease(tx: Tx, lease: Lease): Promise<void> {
  await tx.query(
    `UPDATE relay_lease SET holder = NULL, expires_at = '-infinity' WHERE holder = $1 AND fence = $2`,
    [lease.holder, lease.fence],
  );
}

interface OutboxRow {
  id: number;
  event_id: string;
  topic: string;
  key: string;
  company_id: number | null;
  payload: Buffer;
  /** Of an audit entry that SQL continued. */
  facts: EntryFacts | null;
  created_at: Date;
  traceparent: string | null;
}

const COLUMNS =
  'o.id, o.event_id, o.topic, o.key, o.company_id, o.payload, o.facts, o.created_at, o.traceparent';

/** The batch that was numbered and may not have reached the bus: it keeps its numbers. */
export async function inflightBatch(tx: Tx, producer: ServiceName, epoch: number): Promise<NumberedBatch> {
  const rows = await tx.query<OutboxRow & { seq: number }>(
    `SELECT ${COLUMNS}, i.seq
     FROM relay_lease l, unnest(l.inflight_ids, l.inflight_seqs) WITH ORDINALITY AS i(id, seq, ord)
     JOIN outbox o ON o.id = i.id ORDER BY i.ord`,
  );
  return {
    ids: rows.map((row) => row.id),
    messages: rows.map((row) => toMessage(row, producer, epoch, row.seq)),
  };
}

/** Whether no rows are waiting. */
export async function isEmpty(db: Pick<OpenDatabase, 'systemStatement'>): Promise<boolean> {
  const rows = await db.systemStatement({
    name: 'relay_look',
    text: 'SELECT FROM outbox ORDER BY id LIMIT 1',
  });
  return rows.length === 0;
}

/** Committed rows in the order in which they were written. Binary: as text they took twice as long at either end. */
export async function nextRows(tx: Tx, limit: number): Promise<OutboxRow[]> {
  const rows: OutboxRow[] = [];
  const select = `SELECT ${COLUMNS} FROM outbox o ORDER BY o.id LIMIT ${Math.trunc(limit)}`;
  await tx.copyOut(`COPY (${select}) TO STDOUT (FORMAT binary)`, (row) => rows.push(outboxRowOf(row)));
  return rows;
}

/** In the order of COLUMNS. */
function outboxRowOf(row: CopiedRow): OutboxRow {
  return {
    id: row.integer(0),
    event_id: row.uuid(1),
    topic: row.text(2),
    key: row.text(3),
    company_id: row.isNull(4) ? null : row.integer(4),
    payload: Buffer.from(row.bytes(5)),
    facts: row.isNull(6) ? null : JSON.parse(row.text(6)),
    created_at: row.time(7),
    traceparent: row.isNull(8) ? null : row.text(8),
  };
}

/** Assigns final numbers to rows: the numbers are committed before anything is published. */
export async function numberRows(
  tx: Tx,
  producer: ServiceName,
  epoch: number,
  rows: readonly OutboxRow[],
): Promise<NumberedBatch> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row.topic, (counts.get(row.topic) ?? 0) + 1);
  const last = await tx.query<{ topic: string; last_seq: number }>({
    name: 'relay_number',
    text: `INSERT INTO relay_topic AS t (topic, epoch, last_seq)
     SELECT n.topic, $2::bigint, n.count FROM unnest($1::text[], $3::bigint[]) AS n(topic, count)
     ON CONFLICT (topic, epoch) DO UPDATE SET last_seq = t.last_seq + excluded.last_seq
     RETURNING topic, last_seq`,
    values: [[...counts.keys()], epoch, [...counts.values()]],
  });
  const next = new Map(last.map((row) => [row.topic, row.last_seq - (counts.get(row.topic) ?? 0) + 1]));
  const messages = rows.map((row) => {
    const seq = next.get(row.topic) ?? Number.NaN;
    next.set(row.topic, seq + 1);
    return toMessage(row, producer, epoch, seq);
  });
  const ids = rows.map((row) => row.id);
  await tx.query({
    name: 'relay_inflight',
    text: 'UPDATE relay_lease SET inflight_ids = $1::bigint[], inflight_seqs = $2::bigint[]',
    values: [int8Array(ids), int8Array(messages.map((message) => message.seq))],
  });
  return { ids, messages };
}

/** Deletes rows that the bus has confirmed. */
export async function deleteShipped(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query({
    name: 'relay_shipped',
    text: 'DELETE FROM outbox WHERE id = ANY ($1::bigint[])',
    values: [int8Array(ids)],
  });
  await tx.query(`UPDATE relay_lease SET inflight_ids = '{}', inflight_seqs = '{}'`);
}

function toMessage(row: OutboxRow, producer: ServiceName, epoch: number, seq: number): BusMessage {
  return {
    eventId: row.event_id,
    topic: row.topic,
    key: row.key,
    producer,
    epoch,
    seq,
    companyId: row.company_id,
    payload: row.facts === null ? row.payload : completedEntry(row.payload, row.facts),
    createdAt: row.created_at,
    traceparent: row.traceparent ?? undefined,
  };
}
