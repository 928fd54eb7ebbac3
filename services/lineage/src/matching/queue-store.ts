import type { Tx } from '@pii-vault/platform/db/database';
import { IS_DROPPING } from '../spaces/backfill-store.ts';
import type { ScopeEncoding } from '../spaces/space.ts';

export interface QueuedRecord {
  readonly companyId: number;
  readonly individualId: number;
  readonly version: number;
}

/** A record that this worker holds until the claim expires. */
export interface ClaimedRecord extends QueuedRecord {
  /** Names the claim: the time of its end as the database writes it. */
  readonly claim: string;
}

/** Queues records for matching, in the order in which claims lock them; of several changes of one record the newest counts. */
export async function enqueueRecords(tx: Tx, records: readonly QueuedRecord[]): Promise<void> {
  await tx.query({
    name: 'match_queue_add',
    text: `INSERT INTO match_queue (company_id, individual_id, version)
      SELECT company_id, individual_id, max(version)
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS r(company_id, individual_id, version)
      GROUP BY company_id, individual_id ORDER BY company_id, individual_id
      ON CONFLICT (company_id, individual_id) DO UPDATE
        SET version = greatest(match_queue.version, excluded.version)`,
    values: [
      records.map((record) => record.companyId),
      records.map((record) => record.individualId),
      records.map((record) => record.version),
    ],
  });
}

/** Sets tombstones: features that come after an erasure are not kept (records-store.ts). */
export async function noteErased(tx: Tx, records: readonly QueuedRecord[]): Promise<void> {
  await tx.query(
    `INSERT INTO erased_individuals (company_id, individual_id)
     SELECT DISTINCT company_id, individual_id FROM unnest($1::bigint[], $2::bigint[]) AS e(company_id, individual_id)
     ON CONFLICT DO NOTHING`,
    [records.map((record) => record.companyId), records.map((record) => record.individualId)],
  );
}

/**
 * Claims up to `limit` records for 30 s, of a company that is not `resting`: of the one that waits longest, or those behind
 * a record. Empty when none waits. A claim need not outlive a crash of the database: the commit does not wait for the disk.
 */
export async function claimRecords(
  tx: Tx,
  limit: number,
  resting: readonly number[],
  behind?: Pick<QueuedRecord, 'companyId' | 'individualId'>,
): Promise<ClaimedRecord[]> {
  return tx.query<ClaimedRecord>({
    name: 'match_queue_claim',
    text: `SELECT *, set_config('synchronous_commit', 'off', true)
      FROM claim_waiting($1::integer, $2::bigint[], $3::bigint, $4::bigint)`,
    values: [limit, resting, behind?.companyId ?? null, behind?.individualId ?? 0],
  });
}

/**
 * Of these records those whose claim still stands, which it then does to the end of the transaction: what a worker
 * pulled before its claim expired may be older than what another one has stored since. Open back-fills of the company
 * are told that these records are seen to where the vault told of them. Where it did not name an agreement that is known
 * here none stands: what it told is older than a back-fill may be.
 */
export async function confirmClaims(
  tx: Tx,
  records: readonly ClaimedRecord[],
  told: readonly ScopeEncoding[],
  newestEncoding: number,
): Promise<Set<number>> {
  const rows = await tx.query<{ individualId: number }>({
    name: 'match_queue_confirm',
    text: `WITH untold AS (SELECT FROM agreement_scopes a
        WHERE a.company_id = ($1::bigint[])[1] AND $6::int = ANY ($5::int[])
          AND ('cross:' || a.agreement_id, $6) NOT IN
            (SELECT * FROM unnest($4::text[], $5::int[]) AS t(scope, encoding_version))),
      held AS (SELECT company_id, individual_id FROM hold_claims($1::bigint[], $2::bigint[], $3::timestamptz[])
        WHERE NOT EXISTS (SELECT FROM untold)),
      open AS (SELECT b.company_id, b.scope, b.encoding_version FROM match_backfills b
        JOIN unnest($4::text[], $5::int[]) AS t(scope, encoding_version) USING (scope, encoding_version)
        WHERE b.company_id = ANY ($1::bigint[]) AND NOT ${IS_DROPPING} ORDER BY 1, 2, 3 FOR SHARE OF b),
      seen AS (INSERT INTO match_backfill_seen (company_id, scope, encoding_version, individual_id)
        SELECT o.company_id, o.scope, o.encoding_version, h.individual_id FROM open o JOIN held h USING (company_id)
        ON CONFLICT DO NOTHING)
      SELECT individual_id AS "individualId" FROM held`,
    values: [
      records.map((record) => record.companyId),
      records.map((record) => record.individualId),
      records.map((record) => record.claim),
      told.map((one) => one.scope),
      told.map((one) => one.encodingVersion),
      newestEncoding,
    ],
  });
  return new Set(rows.map(({ individualId }) => individualId));
}

/** Whether more than `limit` records of a company wait behind one. */
export async function isQueueLong(
  tx: Tx,
  { companyId, individualId }: Pick<QueuedRecord, 'companyId' | 'individualId'>,
  limit: number,
): Promise<boolean> {
  const rows = await tx.query<{ n: number }>({
    name: 'match_queue_long',
    text: 'SELECT count_waiting($1::bigint, $2::bigint, $3::integer) AS n',
    values: [companyId, individualId, Math.max(limit, 0) + 1],
  });
  return (rows[0]?.n ?? 0) > limit;
}

/**
 * Takes matched records off the queue; one that changed meanwhile stays and may be claimed at once. Whose claim has expired
 * is left to who has it now. The last statement of its transaction.
 */
export async function finishRecords(tx: Tx, records: readonly ClaimedRecord[]): Promise<void> {
  await tx.queryLast({
    name: 'match_queue_finish',
    text: 'SELECT finish_claims($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[])',
    values: [
      records.map((record) => record.companyId),
      records.map((record) => record.individualId),
      records.map((record) => record.version),
      records.map((record) => record.claim),
    ],
  });
}

/** Gives claimed records back as they were, where the claim still stands. */
export async function releaseRecords(tx: Tx, records: readonly ClaimedRecord[]): Promise<void> {
  await tx.query('SELECT release_claims($1::bigint[], $2::bigint[], $3::timestamptz[])', [
    records.map((record) => record.companyId),
    records.map((record) => record.individualId),
    records.map((record) => record.claim),
  ]);
}
