import type { Tx } from '@pii-vault/platform/postgres/database';

/**
 * Those people of a company with a field of the types (bits) for which their consent covers the purpose now, by the
 * same rule as a reveal.
 */
export async function coveredPeople(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
  { types, purpose }: { readonly types: number; readonly purpose: string },
): Promise<number[]> {
  if (individualIds.length === 0) return [];
  const rows = await tx.query<{ id: number }>(
    `SELECT p.id FROM opened_people($1::bigint, ARRAY(
       SELECT ROW($1, w.id, $3, $4, false, 1)::wanted_person FROM unnest($2::bigint[]) WITH ORDINALITY AS w(id, n)
       ORDER BY w.n)) AS p
     WHERE p.covered IS NOT NULL ORDER BY p.n`,
    [companyId, individualIds, purpose, types],
  );
  return rows.map(({ id }) => id);
}
