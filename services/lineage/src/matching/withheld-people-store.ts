import { int8Array } from '@pii-vault/platform/postgres/binary-array';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { companyOf } from '../spaces/scopes/scope.ts';
import type { Features } from './features.ts';

/**
 * Stores which people have pairs inside a company that show only a grade, in the transaction that stores the features;
 * the next match reads it.
 * @returns ids of people whose state changed
 */
export async function noteWithheld(
  tx: Tx,
  companyId: number,
  people: ReadonlyArray<Pick<Features, 'scope' | 'individualId' | 'isGone' | 'isWithheld'>>,
): Promise<number[]> {
  const inside = people.filter(({ scope }) => companyOf(scope) !== null);
  if (inside.length === 0) return [];
  const isWithheld = inside.map((person) => person.isWithheld && !person.isGone);
  const idsOf = (withheld: boolean) =>
    int8Array(inside.filter((_, n) => isWithheld[n] === withheld).map(({ individualId }) => individualId));
  const rows = await tx.query<{ id: number }>({
    name: 'withheld_people_note',
    text: `WITH shown AS (DELETE FROM withheld_people WHERE company_id = $1 AND individual_id = ANY ($2::bigint[])
        RETURNING individual_id),
      withheld AS (INSERT INTO withheld_people (company_id, individual_id)
        SELECT DISTINCT $1::bigint, id FROM unnest($3::bigint[]) AS u(id) ORDER BY id ON CONFLICT DO NOTHING
        RETURNING individual_id)
      SELECT individual_id AS id FROM shown UNION ALL SELECT individual_id FROM withheld`,
    values: [companyId, idsOf(false), idsOf(true)],
  });
  return rows.map(({ id }) => id);
}

/** People of a company whose pairs inside it show only a grade. */
export async function withheldPeople(tx: Tx, companyId: number): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    'SELECT individual_id AS id FROM withheld_people WHERE company_id = $1',
    [companyId],
  );
  return new Set(rows.map(({ id }) => id));
}
