import type { Tx } from '@pii-vault/platform/postgres/database';
import { countOf, type EdgeKind, TEN } from './kinds-store.ts';
import type { Reader } from './reader.ts';
import type { Statement } from './statement.ts';
import { parameters, visibleTo } from './visible.ts';

/** Median confidence in percent; the mean of the two middle ones for an even number; 0 without edges. */
export async function medianConfidence(tx: Tx, reader: Reader, kinds: readonly EdgeKind[]): Promise<number> {
  const total = countOf(kinds);
  if (total === 0) return 0;
  const ranks = [Math.floor((total - 1) / 2), Math.floor(total / 2)];
  const middle = await confidencesAt(tx, reader, kinds, ranks);
  return middle.reduce((sum, { tenths }) => sum + tenths, 0) / middle.length / 10;
}

/** A confidence in tenths of a percent, and the number of edges with it. */
export interface Confidence {
  readonly tenths: number;
  readonly edges: number;
}

/**
 * The confidences of the edges at given ranks among those of a reader's kinds, 0 being the weakest. The kinds give the
 * ten percents in which a rank lies; counts per confidence are read of these only.
 */
export async function confidencesAt(
  tx: Tx,
  reader: Reader,
  kinds: readonly EdgeKind[],
  ranks: readonly number[],
): Promise<Confidence[]> {
  const places = ranks.map((rank) => ({ rank, ...tenOf(kinds, rank) }));
  const tens = [...new Set(places.map(({ ten }) => ten))];
  const { text, values } = confidencesStatement(reader, kinds, tens);
  const rows = await tx.query<Confidence>(text, values);
  return places.map(({ rank, ten, before }) => {
    const own = rows.filter(({ tenths }) => Math.min(Math.floor(tenths / 100), 9) === ten);
    return confidenceAt(own, rank - before) ?? { tenths: 100 * ten, edges: 0 };
  });
}

/** The ten percents that contain the edge of a rank, from 0, and the number of edges below them. */
function tenOf(kinds: readonly EdgeKind[], rank: number): { ten: number; before: number } {
  let before = 0;
  for (let ten = 0; ten < 9; ten += 1) {
    const edges = countOf(kinds.filter((kind) => kind.ten === ten));
    if (before + edges > rank) return { ten, before };
    before += edges;
  }
  return { ten: 9, before };
}

/**
 * @param rows ascending. Returns the highest if edges were deleted since the kinds were read; undefined without rows
 */
function confidenceAt(rows: readonly Confidence[], rank: number): Confidence | undefined {
  let before = 0;
  const found = rows.find(({ edges }) => {
    before += edges;
    return before > rank;
  });
  return found ?? rows.at(-1);
}

/** Number of edges per confidence of some ten percents, ascending. Each kind is one range of the counts' index. */
export function confidencesStatement(
  reader: Reader,
  kinds: readonly EdgeKind[],
  tens: readonly number[],
): Statement {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const wanted = kinds.filter(({ ten }) => tens.includes(ten));
  const array = (read: (kind: EdgeKind) => unknown, type: string) =>
    `${parameter(wanted.map(read))}::${type}[]`;
  const arrays = [
    array((kind) => kind.companyId, 'bigint'),
    array((kind) => kind.loCompanyId, 'bigint'),
    array((kind) => kind.hiCompanyId, 'bigint'),
    array((kind) => kind.agreementId, 'bigint'),
    array((kind) => kind.relationshipType, 'text'),
    array((kind) => kind.verificationStatus, 'text'),
    array((kind) => 100 * kind.ten, 'smallint'),
    array((kind) => (kind.ten === 9 ? 1_000 : 100 * kind.ten + 99), 'smallint'),
  ];
  const names =
    'company_id, lo_company_id, hi_company_id, agreement_id, relationship_type, verification_status, low, high';
  const unfolded = [
    `e.company_id = ANY (${parameter(reader.listed)}::bigint[])`,
    `(e.relationship_type, e.verification_status) IN (SELECT * FROM unnest(
      ${array((kind) => kind.relationshipType, 'text')}, ${array((kind) => kind.verificationStatus, 'text')}))`,
    `${TEN} = ANY (${parameter(tens)}::int[])`,
    ...visibleTo(reader, parameter),
  ];
  return {
    text: `SELECT confidence_tenths AS tenths, sum(edges)::bigint AS edges FROM (
        SELECT c.* FROM unnest(${arrays.join(', ')}) AS p(${names}) CROSS JOIN LATERAL (
          SELECT confidence_tenths, edges FROM link_counts l
          WHERE l.company_id = p.company_id AND l.lo_company_id = p.lo_company_id AND l.hi_company_id = p.hi_company_id
            AND l.agreement_id = p.agreement_id AND l.relationship_type = p.relationship_type
            AND l.verification_status = p.verification_status AND NOT l.is_hidden
            AND l.confidence_tenths >= p.low AND l.confidence_tenths <= p.high OFFSET 0) AS c
        UNION ALL
        SELECT e.confidence_tenths, e.edges FROM link_changes e WHERE ${unfolded.join(' AND ')}) AS s
      GROUP BY 1 HAVING sum(edges) > 0 ORDER BY 1`,
    values,
  };
}
