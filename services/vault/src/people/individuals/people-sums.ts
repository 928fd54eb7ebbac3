import { FIELD_CODES, FIELD_TYPES, type FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';

/** Sums over the people of one company, or of several. */
export interface PeopleSums {
  readonly individuals: number;
  readonly completenessSum: number;
  readonly qualitySum: number;
  /** Ten counts of people, by quality: 0-9, 10-19, … 90-100. */
  readonly byQuality: readonly number[];
  /** Active fields. */
  readonly byType: ReadonlyMap<FieldType, number>;
}

const TENTHS = Array.from({ length: 10 }, (_, tenth) => `q${tenth}`);
const TYPES = Array.from({ length: 10 }, (_, n) => `t${n + 1}`);

/** Common columns of people_totals and people_changes. */
export const SHARED_COLUMNS: readonly string[] = ['completeness_sum', 'quality_sum', ...TENTHS, ...TYPES];

const summed = SHARED_COLUMNS.map((column) => `sum(${column})::bigint AS ${column}`).join(', ');

/** Folded and unfolded rows, $1 companies. */
export const SUMS_QUERY = `SELECT company_id, sum(individuals)::bigint AS individuals, ${summed} FROM (
    SELECT company_id, individuals, ${SHARED_COLUMNS.join(', ')} FROM people_totals WHERE company_id = ANY ($1::bigint[])
    UNION ALL
    SELECT company_id, added - removed, ${SHARED_COLUMNS.join(', ')} FROM people_changes WHERE company_id = ANY ($1::bigint[])
  ) AS s GROUP BY company_id`;

type SumRow = { readonly company_id: number; readonly individuals: number } & Readonly<
  Record<string, number>
>;

/** By company, in the transaction's scope; omits companies that never had people. */
export async function readPeopleSums(
  tx: Tx,
  companies: readonly number[],
): Promise<ReadonlyMap<number, PeopleSums>> {
  const rows = await tx.query<SumRow>(SUMS_QUERY, [companies]);
  return new Map(rows.map((row) => [row.company_id, sumsOf(row)]));
}

function sumsOf(row: SumRow): PeopleSums {
  const of = (column: string) => row[column] ?? 0;
  return {
    individuals: row.individuals,
    completenessSum: of('completeness_sum'),
    qualitySum: of('quality_sum'),
    byQuality: TENTHS.map(of),
    byType: new Map(FIELD_TYPES.map((type) => [type, of(`t${FIELD_CODES[type]}`)])),
  };
}

/** Sum over several companies; zeros without any. */
export function addSums(parts: Iterable<PeopleSums>): PeopleSums {
  const all = [...parts];
  const sum = (read: (one: PeopleSums) => number) => all.reduce((total, one) => total + read(one), 0);
  return {
    individuals: sum((one) => one.individuals),
    completenessSum: sum((one) => one.completenessSum),
    qualitySum: sum((one) => one.qualitySum),
    byQuality: TENTHS.map((_, tenth) => sum((one) => one.byQuality[tenth] ?? 0)),
    byType: new Map(FIELD_TYPES.map((type) => [type, sum((one) => one.byType.get(type) ?? 0)])),
  };
}
