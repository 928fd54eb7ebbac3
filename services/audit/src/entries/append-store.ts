import {
  byteaPartsArray,
  int2Array,
  int8Array,
  int8OrNullArray,
  jsonbArray,
  textArray,
  timestamptzArray,
} from '@pii-vault/platform/postgres/binary-array';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { trailContradicted } from '../errors.ts';
import { type NodeMap, nodeKey, type TreeNode } from '../tree/merkle/node.ts';
import { addPeople } from './disclosures/people-store.ts';
import { addAccesses } from './figures/access-store.ts';
import type { NumberedEntry, ProducerHead } from './intake.ts';
import type { AppendPlan, TrailRow, TrailState } from './plan-append.ts';

export async function readProducerHead(tx: Tx, producer: string): Promise<ProducerHead | undefined> {
  const [row] = await tx.query<{ epoch: number; last_seq: number }>({
    name: 'producer_head',
    text: 'SELECT epoch, last_seq FROM producer_heads WHERE producer = $1::text AND last_seq > 0',
    values: [producer],
  });
  return row === undefined ? undefined : { epoch: row.epoch, lastSeq: row.last_seq };
}

export async function readProducerHeads<Producer extends string>(
  tx: Tx,
  producers: readonly Producer[],
): Promise<Map<Producer, ProducerHead | undefined>> {
  return new Map(
    await Promise.all(producers.map(async (name) => [name, await readProducerHead(tx, name)] as const)),
  );
}

/** The right edge of the tree: for each bit of its size the complete subtree that ends there. */
async function readTreeEdge(tx: Tx): Promise<{ size: number; edge: NodeMap; contradiction: string | null }> {
  const rows = await tx.query<{
    size: number;
    contradiction: string | null;
    level: number | null;
    index: number;
    hash: Buffer;
  }>({
    name: 'tree_edge',
    text: `SELECT s.size, s.contradiction, n.level, n.index, n.hash
     FROM tree_state s
     LEFT JOIN LATERAL generate_series(0, 52) AS bit(level) ON (s.size >> bit.level) & 1 = 1
     -- OFFSET 0: a look-up by key per level, where the planner without statistics reads the whole tree for a hash join.
     LEFT JOIN LATERAL (
       SELECT * FROM tree_nodes t WHERE t.level = bit.level AND t.index = (s.size >> bit.level) - 1 OFFSET 0) n ON true`,
  });
  const nodes = rows.flatMap((row) =>
    row.level === null ? [] : [[nodeKey({ level: row.level, index: row.index }), row.hash] as const],
  );
  const [first] = rows;
  return { size: first?.size ?? 0, edge: new Map(nodes), contradiction: first?.contradiction ?? null };
}

/** @throws AppError DATA_LOSS TRAIL_CONTRADICTED when this trail is not the one that was signed */
export async function readState(tx: Tx, companies: readonly number[]): Promise<TrailState> {
  const [{ contradiction, ...tree }, heads, zones] = await Promise.all([
    readTreeEdge(tx),
    tx.query<{ company_id: number; last_seq: number }>({
      name: 'company_heads_read',
      text: 'SELECT company_id, last_seq FROM company_heads WHERE company_id = ANY ($1::bigint[])',
      values: [companies],
    }),
    tx.query<{ company_id: number; time_zone: string }>({
      name: 'company_zones_read',
      text: 'SELECT company_id, time_zone FROM company_zones WHERE company_id = 0 OR company_id = ANY ($1::bigint[])',
      values: [companies],
    }),
  ]);
  if (contradiction !== null) throw trailContradicted(contradiction);
  return {
    ...tree,
    companySeqs: new Map(heads.map((head) => [head.company_id, head.last_seq])),
    zones: new Map(zones.map((zone) => [zone.company_id, zone.time_zone])),
  };
}

export interface StoredLeaf {
  readonly leaf: Buffer;
  readonly companySeq: number;
}

/** The stored leaves of repeated numbers, by "epoch:seq". */
export async function readKnownLeaves(
  tx: Tx,
  producer: string,
  known: readonly NumberedEntry[],
): Promise<Map<string, StoredLeaf>> {
  if (known.length === 0) return new Map();
  const rows = await tx.query<{ epoch: number; seq: number; leaf: Buffer; company_seq: number }>(
    `SELECT t.epoch, t.seq, t.leaf, t.company_seq
     FROM unnest($2::bigint[], $3::bigint[]) AS k(epoch, seq)
     JOIN audit_trail t ON t.producer = $1::text AND t.epoch = k.epoch AND t.seq = k.seq`,
    [producer, known.map((one) => one.epoch), known.map((one) => one.seq)],
  );
  return new Map(
    rows.map((row) => [`${row.epoch}:${row.seq}`, { leaf: row.leaf, companySeq: row.company_seq }]),
  );
}

/** Writes a plan table by table, in order and in one round trip. */
export async function writePlan(
  tx: Tx,
  producer: string,
  head: ProducerHead,
  plan: AppendPlan,
): Promise<void> {
  await Promise.all([
    insertRows(tx, plan.rows),
    addPeople(tx, plan.rows),
    insertNodes(tx, plan.nodes),
    tx.query({ ...WRITE_SIZE, values: [plan.size] }),
    tx.query({ ...WRITE_PRODUCER, values: [producer, head.epoch, head.lastSeq] }),
    writeHeads(tx, plan),
    addReveals(tx, plan),
    addAccesses(tx, plan.accesses),
  ]);
}

const WRITE_SIZE = { name: 'tree_state_size', text: 'UPDATE tree_state SET size = $1::bigint' };
const WRITE_PRODUCER = {
  name: 'producer_heads_write',
  text: `INSERT INTO producer_heads (producer, epoch, last_seq) VALUES ($1::text, $2::bigint, $3::bigint)
    ON CONFLICT (producer) DO UPDATE
    SET epoch = excluded.epoch, last_seq = excluded.last_seq, alarm = NULL, alarm_at = NULL`,
};

async function writeHeads(tx: Tx, plan: AppendPlan): Promise<void> {
  const heads = [...plan.companyHeads];
  await tx.query({
    name: 'company_heads_write',
    text: `INSERT INTO company_heads (company_id, last_seq, last_at, last_act_at)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[])
     ON CONFLICT (company_id) DO UPDATE
     SET last_seq = excluded.last_seq, last_at = greatest(company_heads.last_at, excluded.last_at),
       last_act_at = greatest(company_heads.last_act_at, excluded.last_act_at)`,
    values: [
      heads.map(([id]) => id),
      heads.map(([, one]) => one.lastSeq),
      heads.map(([, one]) => one.lastAt),
      heads.map(([, one]) => one.lastActAt ?? null),
    ],
  });
}

async function addReveals(tx: Tx, plan: AppendPlan): Promise<void> {
  if (plan.reveals.length === 0) return;
  await tx.query({
    name: 'reveal_counts_add',
    text: `INSERT INTO reveal_counts AS r (company_id, ticket, entries, decrypted_values)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[])
     ON CONFLICT (company_id, ticket) DO UPDATE
     SET entries = r.entries + excluded.entries, decrypted_values = r.decrypted_values + excluded.decrypted_values`,
    values: [
      plan.reveals.map((sum) => sum.companyId),
      plan.reveals.map((sum) => sum.ticket),
      plan.reveals.map((sum) => sum.entries),
      plan.reveals.map((sum) => sum.decryptedValues),
    ],
  });
}

const INSERT_ROWS = {
  name: 'audit_trail_insert',
  text: `INSERT INTO audit_trail (company_id, leaf_index, company_seq, producer, epoch, seq, individual_id,
      pii_field_id, action, actor_type, actor_id, details, compliance_flags, ip_address, user_agent,
      "timestamp", leaf, salt, leaf_hash)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[],
      $7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::text[], $12::jsonb[], $13::jsonb[],
      $14::text[], $15::text[], $16::timestamptz[], $17::bytea[], $18::bytea[], $19::bytea[])`,
};

async function insertRows(tx: Tx, rows: readonly TrailRow[]): Promise<void> {
  const numbers = (read: (row: TrailRow) => number) => int8Array(rows.map(read));
  const texts = (read: (row: TrailRow) => string) => textArray(rows.map(read));
  const bytes = (read: (row: TrailRow) => Buffer) => byteaPartsArray(rows.map(read));
  await tx.query({
    ...INSERT_ROWS,
    values: [
      numbers((row) => row.columns.companyId),
      numbers((row) => row.leafIndex),
      numbers((row) => row.columns.companySeq),
      texts((row) => row.columns.producer),
      numbers((row) => row.columns.epoch),
      numbers((row) => row.columns.seq),
      int8OrNullArray(rows.map((row) => row.columns.individualId)),
      int8OrNullArray(rows.map((row) => row.columns.piiFieldId)),
      texts((row) => row.columns.action),
      texts((row) => row.columns.actorType),
      texts((row) => row.columns.actorId),
      jsonbArray(rows.map((row) => JSON.stringify(row.columns.details))),
      jsonbArray(rows.map((row) => JSON.stringify(row.columns.complianceFlags))),
      texts((row) => row.columns.ipAddress),
      texts((row) => row.columns.userAgent),
      timestamptzArray(rows.map((row) => row.columns.timestamp)),
      bytes((row) => row.leaf),
      bytes((row) => row.salt),
      bytes((row) => row.leafHash),
    ],
  });
}

async function insertNodes(tx: Tx, nodes: readonly TreeNode[]): Promise<void> {
  await tx.query({
    name: 'tree_nodes_insert',
    text: `INSERT INTO tree_nodes (level, index, hash)
      SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])`,
    values: [
      int2Array(nodes.map((node) => node.level)),
      int8Array(nodes.map((node) => node.index)),
      byteaPartsArray(nodes.map((node) => node.hash)),
    ],
  });
}
