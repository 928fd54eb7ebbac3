import type { Tx } from '@pii-vault/platform/postgres/database';
import type { RecordRef } from '../spaces/scopes/record-ref.ts';
import type { Scope } from '../spaces/scopes/scope.ts';
import { statusOf, type Verdicts } from './decisions/verdicts.ts';
import {
  type Edge,
  type RelationshipType,
  type Verdict,
  type VerificationStatus,
  viewersOf,
} from './edge.ts';

/** An edge before it has an id, with the decisions of both companies. */
export type ScoredPair = Omit<Edge, 'id' | 'decision' | 'rowVersion' | 'createdAt'> & {
  readonly verdicts: Verdicts;
};

/** The two records of a row, in their fixed order. */
export interface EndsRow {
  lo_company_id: number;
  lo_individual_id: number;
  hi_company_id: number;
  hi_individual_id: number;
}

export const EDGE_ENDS = 'e.lo_company_id, e.lo_individual_id, e.hi_company_id, e.hi_individual_id';

export const endsFromRow = (row: EndsRow): Pick<Edge, 'lo' | 'hi'> => ({
  lo: { companyId: row.lo_company_id, individualId: row.lo_individual_id },
  hi: { companyId: row.hi_company_id, individualId: row.hi_individual_id },
});

export interface EdgeRow extends EndsRow {
  id: number;
  scope: Scope;
  agreement_id: number | null;
  relationship_type: RelationshipType;
  verification_status: VerificationStatus;
  probability: number;
  confidence_score: string;
  matching_fields: string[];
  levels: number[];
  weights: number[];
  model_version: string;
  decision: Verdict | null;
  row_version: number;
  created_at: Date;
}

export const EDGE_COLUMNS = `e.id, e.scope, e.agreement_id, ${EDGE_ENDS}, e.relationship_type, e.verification_status,
  e.probability, e.confidence_score, e.matching_fields, e.levels, e.weights, e.model_version, e.decision,
  e.row_version, e.created_at`;

export function edgeFromRow(row: EdgeRow): Edge {
  return {
    id: row.id,
    scope: row.scope,
    agreementId: row.agreement_id,
    ...endsFromRow(row),
    relationshipType: row.relationship_type,
    verificationStatus: row.verification_status,
    probability: row.probability,
    confidenceScore: Number(row.confidence_score),
    matchingFields: row.matching_fields,
    levels: row.levels,
    weights: row.weights,
    modelVersion: row.model_version,
    decision: row.decision,
    rowVersion: row.row_version,
    createdAt: row.created_at,
  };
}

/**
 * The edges of records whose scopes, companies and individuals are in these parameters, from their lo side. Conditions
 * that would fit another index are outside, so each look-up uses its own index for any statistics.
 */
export const EDGES_OF = (scopes: string, companies: string, individuals: string): string =>
  `SELECT ${EDGE_COLUMNS}
   FROM unnest(${scopes}::text[], ${companies}::bigint[], ${individuals}::bigint[]) AS p(scope, company_id, individual_id)
   CROSS JOIN LATERAL (
     (SELECT * FROM data_lineage e WHERE e.scope = p.scope AND e.lo_company_id = p.company_id
       AND e.lo_individual_id = p.individual_id OFFSET 0)
     UNION ALL
     (SELECT * FROM data_lineage e WHERE e.scope = p.scope AND e.hi_company_id = p.company_id
       AND e.hi_individual_id = p.individual_id OFFSET 0)) e
   WHERE e.company_id = e.lo_company_id`;

/** Edges of these records without duplicates, from their lo side. */
export async function edgesOf(
  tx: Tx,
  records: ReadonlyArray<RecordRef & { readonly scope: Scope }>,
): Promise<Edge[]> {
  if (records.length === 0) return [];
  const rows = await tx.query<EdgeRow>({
    name: 'edges_of',
    text: EDGES_OF('$1', '$2', '$3'),
    values: [
      records.map((record) => record.scope),
      records.map((record) => record.companyId),
      records.map((record) => record.individualId),
    ],
  });
  // An edge between two of the records was found from both sides.
  return [...new Map(rows.map((row) => [row.id, edgeFromRow(row)])).values()];
}

/** Up to `limit` edges of a scope, without duplicates. */
export async function edgesInScope(tx: Tx, scope: Scope, limit: number): Promise<Edge[]> {
  const rows = await tx.query<EdgeRow>(
    `SELECT ${EDGE_COLUMNS} FROM data_lineage e
     WHERE e.scope = $1 AND e.company_id = e.lo_company_id ORDER BY e.lo_company_id, e.lo_individual_id LIMIT $2`,
    [scope, limit],
  );
  return rows.map(edgeFromRow);
}

/** Deletes both rows of each edge. */
export async function deleteEdges(tx: Tx, edges: readonly Pick<Edge, 'id' | 'lo' | 'hi'>[]): Promise<void> {
  if (edges.length === 0) return;
  await tx.query({
    name: 'edges_delete',
    text: `DELETE FROM data_lineage e USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS d(id, lo, hi)
      WHERE e.id = d.id AND e.company_id IN (d.lo, d.hi)`,
    values: [edges.map((e) => e.id), edges.map((e) => e.lo.companyId), edges.map((e) => e.hi.companyId)],
  });
}

/** SQL condition: one of two people of a company has no live consent for a value that links it. */
const IS_WITHHELD = (
  company: string,
  lo: string,
  hi: string,
): string => `EXISTS (SELECT FROM withheld_people w
  WHERE w.company_id = ${company} AND w.individual_id IN (${lo}, ${hi}))`;

/** SQL assignments that turn an edge e into a grade. */
export const AS_GRADE = `probability = rank_of_grade(e.matching_fields) / 100,
  confidence_score = rank_of_grade(e.matching_fields), matching_fields = '{}', levels = '{}', weights = '{}',
  model_version = '', row_version = e.row_version + 1, updated_at = now()`;

/**
 * Deletes edges inside companies whose people no longer match. An edge of a person without live consent stays, as a
 * grade: its end would disclose to the writer of the other record how the two differ.
 * @returns the deleted edges
 */
export async function deleteUnlessWithheld(tx: Tx, edges: readonly Edge[]): Promise<Edge[]> {
  if (edges.length === 0) return [];
  const kept = await tx.query<{ id: number }>({
    name: 'edges_delete_unless_withheld',
    text: `WITH found AS (SELECT e.company_id, e.id, ${IS_WITHHELD('e.company_id', 'e.lo_individual_id', 'e.hi_individual_id')}
          AS is_withheld
        FROM unnest($1::bigint[], $2::bigint[]) AS d(company_id, id) JOIN data_lineage e USING (company_id, id)),
      graded AS (UPDATE data_lineage e SET ${AS_GRADE} FROM found f
        WHERE f.is_withheld AND e.levels <> '{}' AND (e.company_id, e.id) = (f.company_id, f.id)),
      gone AS (DELETE FROM data_lineage e USING found f
        WHERE NOT f.is_withheld AND (e.company_id, e.id) = (f.company_id, f.id))
      SELECT id FROM found WHERE is_withheld`,
    values: [edges.map(({ lo }) => lo.companyId), edges.map(({ id }) => id)],
  });
  const isKept = new Set(kept.map(({ id }) => id));
  return edges.filter(({ id }) => !isKept.has(id));
}

const BIGINT = (side: 'lo' | 'hi', key: string): string => `(i.${side}->>'${key}')::bigint`;

/** Pairs of parameter $1, and whether one of their people has pairs that show only a grade. */
const INPUT = `(SELECT i.*, (i.lo->>'companyId')::bigint AS company_id,
    ${IS_WITHHELD(BIGINT('lo', 'companyId'), BIGINT('lo', 'individualId'), BIGINT('hi', 'individualId'))} AS is_withheld
  FROM jsonb_to_recordset($1::jsonb) AS i("id" bigint, "scope" text, "lo" jsonb, "hi" jsonb, "relationshipType" text,
    "verificationStatus" text, "probability" double precision, "confidenceScore" numeric, "matchingFields" text[],
    "levels" smallint[], "weights" real[], "modelVersion" text, "verdicts" jsonb)) AS i`;

const SHOWN = (column: string, withheld: string): string =>
  `CASE WHEN i.is_withheld THEN ${withheld} ELSE i."${column}" END`;

/**
 * A person without live consent gets no new edge without a decision: a decoy would ask by it for the person's values.
 * An edge that stays graded keeps its grade, whatever the matcher finds.
 */
const UPSERT = `INSERT INTO data_lineage AS e (company_id, id, scope, lo_company_id, lo_individual_id, hi_company_id,
    hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields, levels,
    weights, model_version, decision)
  SELECT i.company_id, coalesce(i.id, nextval('edge_id')), i.scope, i.company_id, (i.lo->>'individualId')::bigint,
    i.company_id, (i.hi->>'individualId')::bigint, i."relationshipType", i."verificationStatus",
    ${SHOWN('probability', `rank_of_grade(i."matchingFields") / 100`)},
    ${SHOWN('confidenceScore', 'rank_of_grade(i."matchingFields")')}, ${SHOWN('matchingFields', `'{}'`)},
    ${SHOWN('levels', `'{}'`)}, ${SHOWN('weights', `'{}'`)}, ${SHOWN('modelVersion', `''`)}, i.verdicts->>'lo'
  FROM ${INPUT}
  WHERE NOT i.is_withheld OR i.verdicts->>'lo' IS NOT NULL OR EXISTS (SELECT FROM data_lineage x
    WHERE x.company_id = i.company_id AND x.scope = i.scope AND x.lo_company_id = i.company_id
      AND x.lo_individual_id = (i.lo->>'individualId')::bigint AND x.hi_company_id = i.company_id
      AND x.hi_individual_id = (i.hi->>'individualId')::bigint)
  ON CONFLICT (company_id, scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id) DO UPDATE
    SET relationship_type = excluded.relationship_type, verification_status = excluded.verification_status,
        probability = excluded.probability, confidence_score = excluded.confidence_score,
        matching_fields = excluded.matching_fields, levels = excluded.levels, weights = excluded.weights,
        model_version = excluded.model_version, row_version = e.row_version + 1, updated_at = now()
    WHERE (e.verification_status, e.relationship_type, e.probability, e.levels, e.model_version) IS DISTINCT FROM
      (excluded.verification_status, excluded.relationship_type, excluded.probability, excluded.levels,
       excluded.model_version)
      AND NOT (e.levels = '{}' AND excluded.levels = '{}')
  RETURNING ${EDGE_COLUMNS}, old.verification_status AS old_status`;

/** A written edge and its former status; null when it is new. */
export interface ChangedEdge {
  readonly edge: Edge;
  readonly oldStatus: VerificationStatus | null;
}

/**
 * Writes edges inside companies, in a fixed order so that two workers do not deadlock. Returns new edges and those with
 * changed evidence. If consent of one of the people is withdrawn, the edge is a grade.
 * @param ids for new edges, one for each pair; without them the sequence gives the ids
 */
export async function upsertEdges(
  tx: Tx,
  pairs: readonly ScoredPair[],
  ids: readonly number[] = [],
): Promise<ChangedEdge[]> {
  if (pairs.length === 0) return [];
  const changed = await tx.query<EdgeRow & { old_status: VerificationStatus | null }>({
    name: 'edges_upsert',
    text: UPSERT,
    values: [JSON.stringify(pairs.map((pair, at) => ({ ...pair, id: ids[at] })))],
  });
  return changed.map((row) => ({ edge: edgeFromRow(row), oldStatus: row.old_status }));
}

/** An edge from its lo side. */
export async function edgeById(tx: Tx, { id, lo }: Pick<Edge, 'id' | 'lo'>): Promise<Edge | undefined> {
  const [row] = await tx.query<EdgeRow>(
    `SELECT ${EDGE_COLUMNS} FROM data_lineage e WHERE e.company_id = $1 AND e.id = $2`,
    [lo.companyId, id],
  );
  return row === undefined ? undefined : edgeFromRow(row);
}

/**
 * Writes decisions into both rows of an edge. Inside a company an edge without a decision is pending until it is
 * matched again. Across companies the decisions of both determine its status, and otherwise its identifiers its type.
 */
export async function decideEdge(tx: Tx, before: Edge, verdicts: Verdicts): Promise<Edge> {
  const isAcross = before.agreementId !== null;
  const status = statusOf('pending', verdicts);
  const isJoined = status === 'verified' && isAcross;
  const rows = await tx.query<EdgeRow>(
    `UPDATE data_lineage e SET verification_status = $3, row_version = e.row_version + 1, updated_at = now(),
       relationship_type = CASE WHEN e.agreement_id IS NULL THEN e.relationship_type
         WHEN $3 = 'verified' OR is_strong(e.matching_fields) THEN 'same_individual' ELSE 'cross_reference' END,
       decision = CASE WHEN e.company_id = e.lo_company_id THEN $4::text ELSE $5::text END
     WHERE e.company_id = ANY ($1::bigint[]) AND e.id = $2 RETURNING ${EDGE_COLUMNS}`,
    [viewersOf(before), before.id, status, verdicts.lo, verdicts.hi],
  );
  const row = rows.find(({ decision }) => decision === verdicts.lo) ?? rows[0];
  if (row === undefined) throw new Error('an edge that is locked has rows');
  const edge = edgeFromRow(row);
  return isJoined && edge.levels.length === 0 ? await freezeEvidence(tx, edge) : edge;
}

/**
 * Both companies have verified the pair: both rows get its current evidence, permanently. A pair that is
 * rejected and verified again keeps the evidence of the first time, so that one company alone cannot read newer
 * evidence.
 */
async function freezeEvidence(tx: Tx, edge: Edge): Promise<Edge> {
  const rows = await tx.query<EdgeRow>(
    `UPDATE data_lineage e SET probability = p.probability,
       confidence_score = least(99.9, floor(p.probability * 1000) / 10), matching_fields = p.matching_fields,
       levels = p.levels, weights = p.weights, model_version = p.model_version
     FROM cross_pairs p WHERE p.edge_id = e.id AND e.id = $2 AND e.company_id = ANY ($1::bigint[])
     RETURNING ${EDGE_COLUMNS}, e.company_id`,
    [viewersOf(edge), edge.id],
  );
  const row = rows.find(({ decision }) => decision === edge.decision) ?? rows[0];
  return row === undefined ? edge : edgeFromRow(row);
}
