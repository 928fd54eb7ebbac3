import type { Tx } from '@pii-vault/platform/db/database';
import type { Features } from '../matching/features.ts';
import type { Scope } from '../scopes/scope.ts';
import type { Comparison } from '../scoring/score-pair.ts';
import type { Edge, RelationshipType, VerificationStatus } from './edge.ts';

/** An edge before it has an id. */
export type ScoredPair = Omit<Edge, 'id' | 'modelVersion' | 'createdAt'>;

export interface EdgeRow {
  id: number;
  scope: Scope;
  agreement_id: number | null;
  lo_company_id: number;
  lo_individual_id: number;
  hi_company_id: number;
  hi_individual_id: number;
  relationship_type: RelationshipType;
  verification_status: VerificationStatus;
  probability: number;
  confidence_score: string;
  matching_fields: string[];
  comparisons: Comparison[];
  model_version: string;
  created_at: Date;
}

export const EDGE_COLUMNS = `e.id, e.scope, e.agreement_id, e.lo_company_id, e.lo_individual_id, e.hi_company_id,
  e.hi_individual_id, e.relationship_type, e.verification_status, e.probability, e.confidence_score,
  e.matching_fields, e.comparisons, e.model_version, e.created_at`;

export function edgeFromRow(row: EdgeRow): Edge {
  return {
    id: row.id,
    scope: row.scope,
    agreementId: row.agreement_id,
    lo: { companyId: row.lo_company_id, individualId: row.lo_individual_id },
    hi: { companyId: row.hi_company_id, individualId: row.hi_individual_id },
    relationshipType: row.relationship_type,
    verificationStatus: row.verification_status,
    probability: row.probability,
    confidenceScore: Number(row.confidence_score),
    matchingFields: row.matching_fields,
    comparisons: row.comparisons,
    modelVersion: row.model_version,
    createdAt: row.created_at,
  };
}

/** Edges of these people in their scopes, each once. */
export async function edgesOf(
  tx: Tx,
  companyId: number,
  people: ReadonlyArray<Pick<Features, 'scope' | 'individualId'>>,
): Promise<Edge[]> {
  const rows = await tx.query<EdgeRow>({
    name: 'edges_of',
    text: `WITH p AS (SELECT * FROM unnest($2::text[], $3::bigint[]) AS p(scope, individual_id))
      SELECT ${EDGE_COLUMNS} FROM p JOIN data_lineage e
        ON e.scope = p.scope AND e.lo_company_id = $1 AND e.lo_individual_id = p.individual_id AND e.company_id = $1
      UNION
      SELECT ${EDGE_COLUMNS} FROM p JOIN data_lineage e
        ON e.scope = p.scope AND e.hi_company_id = $1 AND e.hi_individual_id = p.individual_id AND e.company_id = $1`,
    values: [companyId, people.map((person) => person.scope), people.map((person) => person.individualId)],
  });
  return rows.map(edgeFromRow);
}

/** Up to `limit` edges of a scope, each once. */
export async function edgesInScope(tx: Tx, scope: Scope, limit: number): Promise<Edge[]> {
  const rows = await tx.query<EdgeRow>(
    `SELECT ${EDGE_COLUMNS} FROM data_lineage e
     WHERE e.scope = $1 AND e.company_id = e.lo_company_id ORDER BY e.lo_company_id, e.lo_individual_id LIMIT $2`,
    [scope, limit],
  );
  return rows.map(edgeFromRow);
}

/** Deletes both rows of each edge. */
export async function deleteEdges(tx: Tx, edges: readonly Edge[]): Promise<void> {
  if (edges.length === 0) return;
  await tx.query({
    name: 'edges_delete',
    text: `DELETE FROM data_lineage e USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS d(id, lo, hi)
      WHERE e.id = d.id AND e.company_id IN (d.lo, d.hi)`,
    values: [edges.map((e) => e.id), edges.map((e) => e.lo.companyId), edges.map((e) => e.hi.companyId)],
  });
}

const INPUT = `jsonb_to_recordset($1::jsonb) AS i("scope" text, "agreementId" bigint, "lo" jsonb, "hi" jsonb,
  "relationshipType" text, "verificationStatus" text, "probability" double precision, "confidenceScore" numeric,
  "matchingFields" text[], "comparisons" jsonb)`;

/** One statement per side. The row of the smaller company is written first and gives the edge its id. */
function upsertSql(side: 'lo' | 'hi'): string {
  const id = side === 'lo' ? `nextval('edge_id')` : 'l.id';
  const join =
    side === 'lo'
      ? ''
      : `JOIN data_lineage l ON l.company_id = (i.lo->>'companyId')::bigint AND l.scope = i.scope
           AND l.lo_company_id = (i.lo->>'companyId')::bigint AND l.lo_individual_id = (i.lo->>'individualId')::bigint
           AND l.hi_company_id = (i.hi->>'companyId')::bigint AND l.hi_individual_id = (i.hi->>'individualId')::bigint
         WHERE i.lo->>'companyId' <> i.hi->>'companyId'`;
  return `INSERT INTO data_lineage AS e (company_id, id, scope, agreement_id, lo_company_id, lo_individual_id,
      hi_company_id, hi_individual_id, relationship_type, verification_status, probability, confidence_score,
      matching_fields, comparisons, model_version)
    SELECT (i.${side}->>'companyId')::bigint, ${id}, i.scope, i."agreementId",
      (i.lo->>'companyId')::bigint, (i.lo->>'individualId')::bigint,
      (i.hi->>'companyId')::bigint, (i.hi->>'individualId')::bigint,
      i."relationshipType", i."verificationStatus", i.probability, i."confidenceScore", i."matchingFields",
      i.comparisons, $2
    FROM ${INPUT} ${join}
    ON CONFLICT (company_id, scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id) DO UPDATE
      SET relationship_type = excluded.relationship_type, verification_status = excluded.verification_status,
          probability = excluded.probability, confidence_score = excluded.confidence_score,
          matching_fields = excluded.matching_fields, comparisons = excluded.comparisons,
          model_version = excluded.model_version, updated_at = now()
      WHERE e.comparisons <> excluded.comparisons OR e.model_version <> excluded.model_version
    RETURNING ${EDGE_COLUMNS}`;
}

const UPSERT_LO = { name: 'edges_upsert_lo', text: upsertSql('lo') };
const UPSERT_HI = { name: 'edges_upsert_hi', text: upsertSql('hi') };

/**
 * Writes edges, one row per viewing company, given in a fixed order (so that two workers never wait for
 * each other in a ring). Returns those that are new or whose evidence changed.
 */
export async function upsertEdges(
  tx: Tx,
  pairs: readonly ScoredPair[],
  modelVersion: string,
): Promise<Edge[]> {
  if (pairs.length === 0) return [];
  const values = [JSON.stringify(pairs), modelVersion];
  const changed = await tx.query<EdgeRow>({ ...UPSERT_LO, values });
  await tx.query({ ...UPSERT_HI, values });
  return changed.map(edgeFromRow);
}
