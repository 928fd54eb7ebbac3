import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { linkRemoved } from '../../events.ts';
import { edgeMessages } from '../../links/announce-edges.ts';
import { viewersOf } from '../../links/edge.ts';
import { deleteEdges, EDGE_COLUMNS, type EdgeRow, edgeFromRow } from '../../links/edge-store.ts';
import { enqueuePeople } from '../../spaces/rematch-store.ts';
import { type CrossPairRow, deleteCrossPairs, PAIR_COLUMNS, pairFromRow } from './cross-pairs-store.ts';
import { edgesOf } from './reconcile-cross-pairs.ts';

/** Maximum number of pairs per transaction. */
const BATCH = 1_000;
/** Retention of record writers, which bounds how long a decoy can wait; probes are kept much longer. */
const WRITES_KEPT = '30 days';
const PROBES_KEPT = '400 days';

/**
 * Discloses due pairs and removes pairs that lost their evidence. All reads see a pair from this commit on, and its
 * events inform both companies. Several processes may run it concurrently.
 * @param now decides what is due
 */
export async function disclosePairs(
  db: Pick<Database, 'system'>,
  ctx: Ctx,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await db.system((tx) => showDue(tx, ctx, now))) === BATCH);
  while (!signal.aborted && (await db.system((tx) => retireDue(tx, now))) === BATCH);
  await db.system((tx) => forgetOld(tx, now));
}

const DUE = `SELECT ${PAIR_COLUMNS}, p.matching_fields AS fields, d.lo, d.hi FROM cross_pairs p
  CROSS JOIN LATERAL (SELECT max(verdict) FILTER (WHERE company_id = p.lo_company_id) AS lo,
      max(verdict) FILTER (WHERE company_id = p.hi_company_id) AS hi
    FROM decisions d WHERE (d.scope, d.lo_company_id, d.lo_individual_id, d.hi_company_id, d.hi_individual_id)
      = (p.scope, p.lo_company_id, p.lo_individual_id, p.hi_company_id, p.hi_individual_id)) AS d
  WHERE p.edge_id IS NULL AND p.disclose_at <= $1::timestamptz
  ORDER BY p.disclose_at, p.lo_individual_id, p.hi_individual_id LIMIT $2 FOR UPDATE OF p SKIP LOCKED`;

/** One row per viewing company under one id: a grade, the agreeing identifiers and earlier decisions. */
const SHOW = `WITH due AS MATERIALIZED (${DUE}),
  named AS MATERIALIZED (SELECT due.*, nextval('edge_id') AS id FROM due),
  shown AS (
    INSERT INTO data_lineage AS e (company_id, id, scope, agreement_id, lo_company_id, lo_individual_id, hi_company_id,
      hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields, levels,
      weights, model_version, decision, created_at, updated_at)
    SELECT c.id, n.id, n.scope, n.agreement_id, n.lo_company_id, n.lo_individual_id, n.hi_company_id, n.hi_individual_id,
      CASE WHEN is_strong(n.fields) THEN 'same_individual' ELSE 'cross_reference' END,
      CASE WHEN 'rejected' IN (n.lo, n.hi) THEN 'rejected' ELSE 'pending' END, rank_of_grade(n.fields) / 100,
      rank_of_grade(n.fields), agreeing_identifiers(n.fields), '{}', '{}', '', CASE c.side WHEN 'lo' THEN n.lo ELSE n.hi END,
      $1::timestamptz, $1::timestamptz
    FROM named n CROSS JOIN LATERAL (VALUES (n.lo_company_id, 'lo'), (n.hi_company_id, 'hi')) AS c(id, side)
    RETURNING ${EDGE_COLUMNS}, e.company_id),
  kept AS (
    UPDATE cross_pairs p SET edge_id = n.id FROM named n
    WHERE (p.scope, p.lo_company_id, p.lo_individual_id, p.hi_company_id, p.hi_individual_id)
      = (n.scope, n.lo_company_id, n.lo_individual_id, n.hi_company_id, n.hi_individual_id))
  SELECT * FROM shown WHERE company_id = lo_company_id ORDER BY id`;

async function showDue(tx: Tx, ctx: Ctx, now: Date): Promise<number> {
  const rows = await tx.query<EdgeRow>(SHOW, [now, BATCH]);
  const edges = rows.map((row) => ({ edge: edgeFromRow(row), oldStatus: null }));
  await tx.publishAll(edgeMessages(ctx, [], edges));
  return rows.length;
}

/**
 * The matcher keeps a decided pair, so it never retires. The records are matched again: if names and dates make a pair
 * without the lost Aadhaar or PAN, it is a new pair, with a day's wait and a charge.
 */
async function retireDue(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.query<CrossPairRow>(
    `SELECT ${PAIR_COLUMNS} FROM cross_pairs p WHERE p.retire_at <= $1::timestamptz
     ORDER BY p.retire_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [now, BATCH],
  );
  const pairs = rows.map(pairFromRow);
  const edges = edgesOf(pairs);
  await deleteCrossPairs(tx, pairs);
  await deleteEdges(tx, edges);
  for (const [scope, some] of Map.groupBy(pairs, (pair) => pair.scope))
    await enqueuePeople(
      tx,
      scope,
      some.map(({ lo }) => lo),
    );
  await tx.publishAll(edges.flatMap((edge) => viewersOf(edge).map((company) => linkRemoved(edge, company))));
  return rows.length;
}

const FORGET = [
  `DELETE FROM record_writes WHERE written_at < $1::timestamptz - interval '${WRITES_KEPT}'`,
  `DELETE FROM evidence_writes WHERE noted_at < $1::timestamptz - interval '${WRITES_KEPT}'`,
  `DELETE FROM match_probes WHERE happened_at < $1::timestamptz - interval '${PROBES_KEPT}'`,
  `DELETE FROM disclosure_batches WHERE discloses_at < $1::timestamptz - interval '1 day'`,
];

async function forgetOld(tx: Tx, now: Date): Promise<void> {
  for (const statement of FORGET) await tx.query(statement, [now]);
}
