import type pg from 'pg';

/** Whose tables are filled, and for how many people in all. */
export interface Filled {
  readonly people: number;
  readonly companyId: number;
  readonly companyIds: readonly number[];
  readonly agreementId: number;
}

/** The company of row `n`: eight of ten are the largest's, one the second's, one is shared among the others. */
export const companyOf = (ids: string, n: string): string =>
  `(${ids}::bigint[])[CASE WHEN ${n} % 10 < 8 THEN 1 WHEN ${n} % 10 = 8 THEN 2
    ELSE 3 + (${n} / 10) % (cardinality(${ids}::bigint[]) - 2) END]`;

/** Runs statements in a schema, one after the other, each in a transaction of its own. */
export async function run(
  client: pg.Client,
  schema: string,
  statements: ReadonlyArray<readonly [text: string, values: readonly unknown[]]>,
): Promise<void> {
  await client.query(`SET search_path = ${schema}`);
  for (const [text, values] of statements) await client.query(text, [...values]);
}
