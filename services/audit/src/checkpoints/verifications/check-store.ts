import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ComplianceFlags, TrailDetails } from '../../entries/columns.ts';
import type { TreeNode } from '../../tree/merkle/node.ts';
import type { CheckedRow } from './row-check.ts';
import type { Counters } from './trail-check.ts';

interface TrailSqlRow {
  leaf_index: number;
  company_id: number;
  company_seq: number;
  producer: string;
  epoch: number;
  seq: number;
  individual_id: number | null;
  pii_field_id: number | null;
  action: string;
  actor_type: string;
  actor_id: string;
  details: TrailDetails;
  compliance_flags: ComplianceFlags;
  ip_address: string;
  user_agent: string;
  stamped_at: string;
  leaf: Buffer;
  salt: Buffer;
  leaf_hash: Buffer;
}

/** The rows with leaf index in [start, end), in order. */
export async function rowsBetween(tx: Tx, start: number, end: number): Promise<CheckedRow[]> {
  const rows = await tx.query<TrailSqlRow>({
    name: 'verify_rows',
    text: `SELECT leaf_index, company_id, company_seq, producer, epoch, seq, individual_id, pii_field_id, action,
        actor_type, actor_id, details, compliance_flags, ip_address, user_agent, leaf, salt, leaf_hash,
        to_char("timestamp" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS stamped_at
      FROM audit_trail WHERE leaf_index >= $1::bigint AND leaf_index < $2::bigint ORDER BY leaf_index`,
    values: [start, end],
  });
  return rows.map(fromRow);
}

function fromRow(row: TrailSqlRow): CheckedRow {
  return {
    leafIndex: row.leaf_index,
    leaf: row.leaf,
    salt: row.salt,
    leafHash: row.leaf_hash,
    columns: {
      companyId: row.company_id,
      companySeq: row.company_seq,
      producer: row.producer,
      epoch: row.epoch,
      seq: row.seq,
      individualId: row.individual_id,
      piiFieldId: row.pii_field_id,
      action: row.action,
      actorType: row.actor_type,
      actorId: row.actor_id,
      details: row.details,
      complianceFlags: row.compliance_flags,
      ipAddress: row.ip_address,
      userAgent: row.user_agent,
      timestamp: wholeMilliseconds(row.stamped_at),
    },
  };
}

/** Entries have millisecond times: microseconds show an edit. An invalid date equals no other. */
function wholeMilliseconds(stamp: string): Date {
  return new Date(stamp.endsWith('000Z') ? stamp : Number.NaN);
}

/** The stored nodes that are completed when the tree grows from `start` to `end` leaves. */
export async function nodesBetween(tx: Tx, start: number, end: number): Promise<TreeNode[]> {
  return await tx.query<{ level: number; index: number; hash: Buffer }>({
    name: 'verify_nodes',
    text: `SELECT n.level, n.index, n.hash
      FROM generate_series(0, 52) AS l(level)
      JOIN LATERAL (SELECT * FROM tree_nodes n WHERE n.level = l.level
        AND n.index >= ($1::bigint >> l.level) AND n.index < ($2::bigint >> l.level)) n ON true`,
    values: [start, end],
  });
}

interface CountersRow {
  size: number;
  last_leaf_index: number;
  companies: { company_id: number; last_seq: number }[];
  producers: { producer: string; epoch: number; last_seq: number }[];
  reveals: { company_id: number; ticket: string; entries: number; decrypted_values: number }[];
}

/** The trail's counters, read in one statement for a consistent snapshot. */
export async function readCounters(tx: Tx): Promise<Counters> {
  const [row] = await tx.query<CountersRow>(
    `SELECT (SELECT size FROM tree_state),
       (SELECT coalesce(max(leaf_index), -1) AS last_leaf_index FROM audit_trail),
       (SELECT coalesce(jsonb_agg(h), '[]') FROM (SELECT company_id, last_seq FROM company_heads) h) AS companies,
       (SELECT coalesce(jsonb_agg(h), '[]') FROM (SELECT producer, epoch, last_seq FROM producer_heads
          WHERE last_seq > 0) h) AS producers,
       (SELECT coalesce(jsonb_agg(r), '[]') FROM (SELECT company_id, ticket, entries, decrypted_values
          FROM reveal_counts) r) AS reveals`,
  );
  return {
    size: row?.size ?? 0,
    lastLeafIndex: row?.last_leaf_index ?? -1,
    companies: new Map(row?.companies.map((head) => [head.company_id, head.last_seq])),
    producers: new Map(
      row?.producers.map((head) => [head.producer, { epoch: head.epoch, lastSeq: head.last_seq }]),
    ),
    reveals: (row?.reveals ?? []).map((sum) => ({
      companyId: sum.company_id,
      ticket: sum.ticket,
      entries: sum.entries,
      decryptedValues: sum.decrypted_values,
    })),
  };
}

/** The reasons of stopped intakes, oldest first. */
export async function readAlarms(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ alarm: string }>(
    'SELECT alarm FROM producer_heads WHERE alarm IS NOT NULL ORDER BY alarm_at',
  );
  return rows.map((row) => row.alarm);
}
