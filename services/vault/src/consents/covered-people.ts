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
  const rows = await tx.query<{ id: number }>(
    `SELECT p.id FROM opened_people($1::bigint, ARRAY(
       SELECT ROW($1, w.id, $3, $4, false, 1)::wanted_person FROM unnest($2::bigint[]) WITH ORDINALITY AS w(id, n)
       ORDER BY w.n)) AS p
     WHERE p.covered IS NOT NULL ORDER BY p.n`,
    [companyId, individualIds, field.purpose, bitOf(field.type)],
  );
  return rows.map(({ id }) => id);
}
