import type { Tx } from '@pii-vault/platform/postgres/database';
import { type Band, bandOf as bandOfPercent } from '@pii-vault/platform/values/bands';
import type { RelationshipType, VerificationStatus } from './edge.ts';
import type { Reader } from './reader.ts';
import type { Statement } from './statement.ts';
import { parameters, visibleTo } from './visible.ts';

/** Number of edges of one kind that a reader sees. */
export interface EdgeKind {
  readonly loCompanyId: number;
  readonly hiCompanyId: number;
  /** Viewing company of the rows: one of the two. */
  readonly companyId: number;
  /** 0 inside a company. */
  readonly agreementId: number;
  readonly relationshipType: RelationshipType;
  readonly verificationStatus: VerificationStatus;
  /** Ten percents of confidence: 0 below 10, 9 from 90. */
  readonly ten: number;
  readonly edges: number;
  /** Sum of their confidences in tenths of a percent. */
  readonly confidenceSum: number;
}

const KIND = [
  'company_id',
  'lo_company_id',
  'hi_company_id',
  'agreement_id',
  'relationship_type',
  'verification_status',
] as const;
export const TEN = 'least(e.confidence_tenths / 100, 9)';

/** Counts of the edges that a reader sees: folded and not yet folded. */
export function kindsStatement(reader: Reader): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const listed = `e.company_id = ANY (${parameter(reader.listed)}::bigint[])`;
  const visible = [listed, ...visibleTo(reader, parameter)].join(' AND ');
  const columns = KIND.map((name) => `e.${name}`).join(', ');
  const kind = [...KIND, 'ten'].map((name) => `k.${name}`).join(', ');
  return {
    text: `SELECT ${kind}, sum(k.edges)::bigint AS edges, sum(k.confidence_sum)::bigint AS confidence_sum FROM (
        SELECT ${columns}, e.ten, e.edges, e.confidence_sum FROM link_tens e WHERE ${visible}
        UNION ALL
        SELECT ${columns}, ${TEN}, e.edges, e.edges * e.confidence_tenths FROM link_changes e WHERE ${visible}) AS k
      GROUP BY ${kind} HAVING sum(k.edges) > 0`,
    values,
  };
}

interface KindRow {
  company_id: number;
  lo_company_id: number;
  hi_company_id: number;
  agreement_id: number;
  relationship_type: RelationshipType;
  verification_status: VerificationStatus;
  ten: number;
  edges: number;
  confidence_sum: number;
}

export async function readKinds(tx: Tx, reader: Reader): Promise<EdgeKind[]> {
  const { text, values } = kindsStatement(reader);
  const rows = await tx.query<KindRow>(text, values);
  return rows.map((row) => ({
    companyId: row.company_id,
    loCompanyId: row.lo_company_id,
    hiCompanyId: row.hi_company_id,
    agreementId: row.agreement_id,
    relationshipType: row.relationship_type,
    verificationStatus: row.verification_status,
    ten: row.ten,
    edges: row.edges,
    confidenceSum: row.confidence_sum,
  }));
}

export const isCross = (kind: Pick<EdgeKind, 'relationshipType'>): boolean =>
  kind.relationshipType !== 'duplicate_detection';

/** Whether edges of a kind have a score: across companies only after both have verified them. */
export const isScored = (kind: Pick<EdgeKind, 'relationshipType' | 'verificationStatus'>): boolean =>
  !isCross(kind) || kind.verificationStatus === 'verified';

export const countOf = (kinds: readonly EdgeKind[]): number =>
  kinds.reduce((sum, kind) => sum + kind.edges, 0);

/** Mean confidence of the edges with a score, percent; 0 without any. */
export function averageConfidence(kinds: readonly EdgeKind[]): number {
  const scored = kinds.filter(isScored);
  const edges = countOf(scored);
  return edges === 0 ? 0 : scored.reduce((sum, kind) => sum + kind.confidenceSum, 0) / edges / 10;
}

export const bandOf = ({ ten }: Pick<EdgeKind, 'ten'>): Band => bandOfPercent(10 * ten);
