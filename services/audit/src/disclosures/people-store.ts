import { int8Array } from '@pii-vault/platform/db/binary-array';
import type { Tx } from '@pii-vault/platform/db/database';
import type { TrailRow } from '../entries/plan-append.ts';

/** Notes whom the entries name that name several people; work that shows nobody a value is left out. */
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
