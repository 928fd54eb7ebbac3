import type { Tx } from '@pii-vault/platform/db/database';
import type { RelationshipType, VerificationStatus } from './edge.ts';
import type { Reader } from './reader.ts';
import type { Statement } from './statement.ts';
import { parameters, visibleTo } from './visible.ts';

/** So many edges of one kind, seen by a reader. */
export interface EdgeKind {
  readonly loCompanyId: number;
  readonly hiCompanyId: number;
  /** The company whose rows they are: one of the two. */
  readonly companyId: number;
  readonly relationshipType: RelationshipType;
  readonly verificationStatus: VerificationStatus;
  /** Confidence, 0 to 100 with one decimal. */
  readonly confidence: number;
  readonly edges: number;
}

const KIND = `e.company_id, e.lo_company_id, e.hi_company_id, e.relationship_type, e.verification_status, e.confidence_tenths`;

/** Counts of the edges that a reader sees: what is folded and what is not yet. */
export function kindsStatement(reader: Reader): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const listed = `e.company_id = ANY (${parameter(reader.listed)}::bigint[])`;
  const visible = [listed, ...visibleTo(reader, parameter)].join(' AND ');
  const part = (table: string) => `SELECT ${KIND}, e.edges FROM ${table} e WHERE ${visible}`;
  return {
    text: `SELECT ${KIND}, sum(e.edges)::bigint AS edges
      FROM (${part('link_counts')} UNION ALL ${part('link_changes')}) AS e
      GROUP BY ${KIND} HAVING sum(e.edges) > 0`,
    values,
  };
}

interface KindRow {
  company_id: number;
  lo_company_id: number;
  hi_company_id: number;
  relationship_type: RelationshipType;
  verification_status: VerificationStatus;
  confidence_tenths: number;
  edges: number;
}

export async function readKinds(tx: Tx, reader: Reader): Promise<EdgeKind[]> {
  const { text, values } = kindsStatement(reader);
  const rows = await tx.query<KindRow>(text, values);
  return rows.map((row) => ({
    companyId: row.company_id,
    loCompanyId: row.lo_company_id,
    hiCompanyId: row.hi_company_id,
    relationshipType: row.relationship_type,
    verificationStatus: row.verification_status,
    confidence: row.confidence_tenths / 10,
    edges: row.edges,
  }));
}

export const isCross = (kind: Pick<EdgeKind, 'relationshipType'>): boolean =>
  kind.relationshipType !== 'duplicate_detection';

export const countOf = (kinds: readonly EdgeKind[]): number =>
  kinds.reduce((sum, kind) => sum + kind.edges, 0);

export function bandOf(confidence: number): 'high' | 'medium' | 'low' {
  if (confidence >= 90) return 'high';
  return confidence >= 70 ? 'medium' : 'low';
}
