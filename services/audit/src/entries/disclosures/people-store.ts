import { int8Array } from '@pii-vault/platform/postgres/binary-array';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { TrailRow } from '../plan-append.ts';

/** Stores the people of entries that name several. Omits entries of background work, which shows no values to users. */
export async function addPeople(tx: Tx, rows: readonly TrailRow[]): Promise<void> {
  const named = rows.flatMap(({ leafIndex, columns: { companyId, details } }) =>
    details.ticket === 'work'
      ? []
      : [...new Set(details.individualIds)].map((individualId) => ({ companyId, individualId, leafIndex })),
  );
  if (named.length === 0) return;
  await tx.query({
    name: 'trail_people_add',
    text: `INSERT INTO trail_people (company_id, individual_id, leaf_index)
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])`,
    values: [
      int8Array(named.map((one) => one.companyId)),
      int8Array(named.map((one) => one.individualId)),
      int8Array(named.map((one) => one.leafIndex)),
    ],
  });
}

/** The first entry in [start, end) that names several people and lacks a row for one of them. */
export async function firstUnnoted(tx: Tx, start: number, end: number): Promise<number | undefined> {
  const [row] = await tx.query<{ leafIndex: number }>({
    name: 'verify_people',
    text: `SELECT t.leaf_index AS "leafIndex"
      FROM audit_trail t CROSS JOIN LATERAL jsonb_array_elements_text(t.details -> 'individualIds') AS p(id)
      WHERE t.leaf_index >= $1::bigint AND t.leaf_index < $2::bigint
        AND t.details ->> 'ticket' IS DISTINCT FROM 'work'
        AND NOT EXISTS (SELECT FROM trail_people n WHERE n.company_id = t.company_id
          AND n.individual_id = p.id::bigint AND n.leaf_index = t.leaf_index)
      ORDER BY t.leaf_index LIMIT 1`,
    values: [start, end],
  });
  return row?.leafIndex;
}
