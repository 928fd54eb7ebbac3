import type pg from 'pg';

/** Companies to fill, and the total number of people. */
export interface Filled {
  readonly people: number;
  readonly companyId: number;
  readonly companyIds: readonly number[];
  readonly agreementId: number;
}

/** The company of row `n`: 80 % the largest, 10 % the second, 10 % the others. */
export const companyOf = (ids: string, n: string): string =>
  `(${ids}::bigint[])[CASE WHEN ${n} % 10 < 8 THEN 1 WHEN ${n} % 10 = 8 THEN 2
    ELSE 3 + (${n} / 10) % (cardinality(${ids}::bigint[]) - 2) END]`;

/** Runs statements in a schema, one after another, each in a separate transaction. */
export async function run(
  client: pg.Client,
  schema: string,
  statements: ReadonlyArray<readonly [text: string, values: readonly unknown[]]>,
): Promise<void> {
  await client.query(`SET search_path = ${schema}`);
  for (const [text, values] of statements) await client.query(text, [...values]);
}
