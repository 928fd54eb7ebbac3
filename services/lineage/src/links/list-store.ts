import type { Tx } from '@pii-vault/platform/db/database';
import type { Edge } from './edge.ts';
import { EDGE_COLUMNS, type EdgeRow, edgeFromRow } from './edge-store.ts';
import type { Reader } from './reader.ts';

export interface EntryFilter {
  readonly relationshipType?: string;
  readonly verificationStatus?: string;
  readonly confidence?: 'high' | 'medium' | 'low';
  readonly search?: string;
  readonly individualId?: number;
}

export interface Position {
  readonly companyId: number;
  readonly id: number;
}

/**
 * Conditions that every read shares: one company when one is asked for, agreements in force, and an edge
 * between two readable companies only once, from its smaller side.
 * Parameters: $1 company or null, $2 agreements in force, $3 readable companies or null for all.
 */
export const VISIBLE = `($1::bigint IS NULL OR e.company_id = $1)
  AND (e.agreement_id IS NULL OR e.agreement_id = ANY ($2::bigint[]))
  AND ($1::bigint IS NOT NULL OR e.company_id = e.lo_company_id
       OR ($3::bigint[] IS NOT NULL AND NOT e.lo_company_id = ANY ($3::bigint[])))`;

export function visibleValues({ readable, agreements }: Reader, companyId: number | undefined): unknown[] {
  return [companyId ?? null, agreements, readable === 'all' ? null : [...readable]];
}

const BANDS = { high: [90, 101], medium: [70, 90], low: [0, 70] } as const;

/** By company, newest first within it. The filters narrow an index-ordered walk. */
export async function listEdges(
  tx: Tx,
  reader: Reader,
  companyId: number | undefined,
  filter: EntryFilter,
  after: Position | undefined,
  limit: number,
): Promise<Edge[]> {
  const [from, to] = filter.confidence === undefined ? [0, 101] : BANDS[filter.confidence];
  const rows = await tx.query<EdgeRow & { company_id: number }>(
    `SELECT e.company_id, ${EDGE_COLUMNS} FROM data_lineage e
     WHERE ${VISIBLE}
       AND ($4::bigint IS NULL OR e.company_id > $4 OR (e.company_id = $4 AND e.id < $5))
       AND ($6::text IS NULL OR e.relationship_type = $6)
       AND ($7::text IS NULL OR e.verification_status = $7)
       AND e.confidence_score >= $8 AND e.confidence_score < $9
       AND ($10::text IS NULL OR e.relationship_type LIKE '%' || $10 || '%'
            OR (e.lo_company_id = e.company_id AND e.lo_individual_id::text LIKE '%' || $10 || '%')
            OR (e.hi_company_id = e.company_id AND e.hi_individual_id::text LIKE '%' || $10 || '%'))
       AND ($11::bigint IS NULL OR e.lo_individual_id = $11 OR e.hi_individual_id = $11)
     ORDER BY e.company_id, e.id DESC LIMIT $12`,
    [
      ...visibleValues(reader, companyId),
      after?.companyId ?? null,
      after?.id ?? null,
      filter.relationshipType ?? null,
      filter.verificationStatus ?? null,
      from,
      to,
      filter.search === undefined ? null : likeLiteral(filter.search.toLowerCase()),
      filter.individualId ?? null,
      limit,
    ],
  );
  return rows.map(edgeFromRow);
}

/** The strongest edges, for a graph. */
export async function strongestEdges(
  tx: Tx,
  reader: Reader,
  companyId: number | undefined,
  limit: number,
): Promise<Edge[]> {
  const rows = await tx.query<EdgeRow>(
    `SELECT ${EDGE_COLUMNS} FROM data_lineage e WHERE ${VISIBLE} AND e.verification_status <> 'rejected'
     ORDER BY e.company_id, e.confidence_score DESC, e.id DESC LIMIT $4`,
    [...visibleValues(reader, companyId), limit],
  );
  return rows.map(edgeFromRow);
}

/** One edge that the reader may see. */
export async function findEdge(tx: Tx, reader: Reader, id: number): Promise<Edge | undefined> {
  const [row] = await tx.query<EdgeRow>(
    `SELECT ${EDGE_COLUMNS} FROM data_lineage e WHERE ${VISIBLE} AND e.id = $4 ORDER BY e.company_id LIMIT 1`,
    [...visibleValues(reader, undefined), id],
  );
  return row === undefined ? undefined : edgeFromRow(row);
}

function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
