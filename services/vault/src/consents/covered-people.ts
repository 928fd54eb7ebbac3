import type { StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { bitOf } from './consent.ts';

/** Those people of a company whose consent for the field covers the purpose now, by the same rule as a reveal. */
export async function coveredPeople(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
  field: { readonly type: StoredType; readonly purpose: string },
): Promise<number[]> {
  if (individualIds.length === 0) return [];
  const rows = await tx.query<{ n: number }>(
    `SELECT p.n FROM opened_people($1::bigint, array_fill($1::bigint, $5::integer[]), $2::bigint[],
       array_fill($3::text, $5::integer[]), array_fill($4::integer, $5::integer[]), array_fill(false, $5::integer[]),
       array_fill(false, $5::integer[]), array_fill(0, $5::integer[]), ''::bytea, 0) AS p
     WHERE p.covered IS NOT NULL ORDER BY p.n`,
    [companyId, individualIds, field.purpose, bitOf(field.type), [individualIds.length]],
  );
  return rows.flatMap(({ n }) => individualIds[n - 1] ?? []);
}
