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

/**
 * How finely edges are told apart: by everything; by band of confidence, of which the lower end stands for all of it; or
 * by confidence over all companies together, which then are 0.
 */
export type Grain = 'all' | 'band' | 'confidence';

const BAND =
  'CASE WHEN e.confidence_tenths >= 900 THEN 900 WHEN e.confidence_tenths >= 700 THEN 700 ELSE 0 END';
const COMPANIES = ['company_id', 'lo_company_id', 'hi_company_id'];

/** Counts of the edges that a reader sees: what is folded and what is not yet. */
export function kindsStatement(reader: Reader, grain: Grain = 'all'): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const listed = `e.company_id = ANY (${parameter(reader.listed)}::bigint[])`;
  const visible = [listed, ...visibleTo(reader, parameter)].join(' AND ');
  const companies = COMPANIES.map((name) => `${grain === 'confidence' ? '0' : `e.${name}`} AS ${name}`).join(
    ', ',
  );
  const confidence = `${grain === 'band' ? BAND : 'e.confidence_tenths'} AS confidence_tenths`;
  const part = (
    table: string,
  ) => `SELECT ${companies}, e.relationship_type, e.verification_status, ${confidence}, e.edges
    FROM ${table} e WHERE ${visible}`;
  const kind = [...COMPANIES, 'relationship_type', 'verification_status', 'confidence_tenths']
    .map((name) => `k.${name}`)
    .join(', ');
  return {
    text: `SELECT ${kind}, sum(k.edges)::bigint AS edges
      FROM (${part('link_counts')} UNION ALL ${part('link_changes')}) AS k
      GROUP BY ${kind} HAVING sum(k.edges) > 0`,
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

export async function readKinds(tx: Tx, reader: Reader, grain: Grain = 'all'): Promise<EdgeKind[]> {
  const { text, values } = kindsStatement(reader, grain);
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
