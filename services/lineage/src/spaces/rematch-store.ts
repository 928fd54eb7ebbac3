import { int8Array } from '@pii-vault/platform/postgres/binary-array';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { RecordRef } from './scopes/record-ref.ts';
import type { Scope } from './scopes/scope.ts';

export interface RecordInSpace {
  readonly spaceId: number;
  readonly recordId: number;
}

/** Queues records to be matched again from their stored features. */
export async function enqueueAgain(tx: Tx, records: readonly RecordInSpace[]): Promise<void> {
  if (records.length === 0) return;
  await tx.query(
    `INSERT INTO match_again (space_id, record_id)
     SELECT DISTINCT space_id, record_id FROM unnest($1::int[], $2::bigint[]) AS r(space_id, record_id)
     ON CONFLICT DO NOTHING`,
    [records.map((record) => record.spaceId), records.map((record) => record.recordId)],
  );
}

/** Queues records to be matched again in a pass, one row per space. */
export async function enqueueTogether(tx: Tx, records: readonly RecordInSpace[]): Promise<void> {
  for (const [spaceId, some] of Map.groupBy(records, (record) => record.spaceId))
    await tx.query({
      name: 'match_again_together',
      text: 'INSERT INTO match_again_together (space_id, record_ids) VALUES ($1::int, $2::bigint[])',
      values: [spaceId, int8Array(some.map(({ recordId }) => recordId))],
    });
}

/** Takes up to `limit` records that wait to be matched again. Call it under the locks of the spaces' scopes. */
export async function takeRematches(tx: Tx, spaceIds: readonly number[], limit: number): Promise<number[]> {
  const rows = await tx.query<{ recordId: number }>({
    name: 'match_again_take',
    text: 'SELECT "recordId" FROM take_again($1::int[], $2::int)',
    values: [spaceIds, limit],
  });
  return rows.map(({ recordId }) => recordId);
}

/** Queues people to be matched again in a scope. */
export async function enqueuePeople(tx: Tx, scope: Scope, people: readonly RecordRef[]): Promise<void> {
  await tx.query(
    `INSERT INTO match_again (space_id, record_id)
     SELECT r.space_id, r.record_id FROM match_spaces s
     JOIN match_records r ON r.space_id = s.id
     JOIN unnest($2::bigint[], $3::bigint[]) AS p(company_id, individual_id) USING (company_id, individual_id)
     WHERE s.scope = $1 AND s.state = 'active' ON CONFLICT DO NOTHING`,
    [scope, people.map((person) => person.companyId), people.map((person) => person.individualId)],
  );
}
