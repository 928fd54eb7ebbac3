import { aborted } from '@pii-vault/platform/core/errors/app-error';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Rewrap } from './rewrap.ts';

/** Longer than a chunk takes; afterwards another process may continue with the company. */
const LEASE_SECONDS = 15;
/** Writers of the company queue behind this lock request, so its timeout is short; the round is retried. */
const LOCK_WAIT = `SET LOCAL lock_timeout = '2s'`;
/** Stale statistics say that former versions are frequent: the planner would scan the table for the first one. */
const BY_INDEX = `SET LOCAL enable_seqscan = off`;

/**
 * The company has former versions of its key. A running round to the same version continues.
 * @returns whether a new one began
 */
export async function noticeRotation(tx: Tx, companyId: number, activeVersion: number): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO field_key_rewraps AS r (company_id, active_version) VALUES ($1, $2)
     ON CONFLICT (company_id) DO UPDATE
     SET active_version = excluded.active_version, noticed_at = now(), emptied_at = NULL, moved = 0, moving_ms = 0,
       finished_at = NULL, due_at = now()
     WHERE r.active_version < excluded.active_version
       OR (r.active_version = excluded.active_version AND r.finished_at IS NOT NULL)
     RETURNING company_id`,
    [companyId, activeVersion],
  );
  return rows.length > 0;
}

interface ClaimedRow {
  company_id: number;
  active_version: number;
  is_closed: boolean;
  is_settled: boolean;
  is_drained: boolean;
}

/** The company that has been due longest, leased to `holder` (system role). */
export async function claimRewrap(tx: Tx, holder: string, settleMs: number): Promise<Rewrap | undefined> {
  const [row] = await tx.query<ClaimedRow>(
    `UPDATE field_key_rewraps SET lease_holder = $1::uuid, lease_expires_at = now() + make_interval(secs => $2::integer)
     WHERE company_id = (
       SELECT company_id FROM field_key_rewraps
       WHERE finished_at IS NULL AND due_at <= now() AND lease_expires_at < now()
       ORDER BY due_at, company_id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING company_id, active_version, lowest_version = active_version AS is_closed,
       noticed_at <= now() - make_interval(secs => $3::float8) AS is_settled,
       coalesce(emptied_at <= now() - make_interval(secs => $3::float8), false) AS is_drained`,
    [holder, LEASE_SECONDS, settleMs / 1_000],
  );
  return (
    row && {
      companyId: row.company_id,
      activeVersion: row.active_version,
      leaseHolder: holder,
      isClosed: row.is_closed,
      isSettled: row.is_settled,
      isDrained: row.is_drained,
    }
  );
}

type Lease = Pick<Rewrap, 'companyId' | 'activeVersion' | 'leaseHolder'>;

const HELD =
  'company_id = $1 AND active_version = $2 AND lease_holder = $3::uuid AND lease_expires_at > now()';
const heldBy = (lease: Lease) => [lease.companyId, lease.activeVersion, lease.leaseHolder];

/** Keys moved since the rotation was noticed, and how long that took. */
export interface Moved {
  readonly keys: number;
  readonly ms: number;
}

/** Counts a chunk and extends the lease, in the transaction that moves the chunk. @throws AppError REWRAP_LEASE_LOST */
export async function countMoved(tx: Tx, lease: Lease, chunk: Moved): Promise<Moved> {
  const [row] = await tx.query<{ moved: number; moving_ms: number }>(
    `UPDATE field_key_rewraps SET moved = moved + $4, moving_ms = moving_ms + $5,
       lease_expires_at = now() + make_interval(secs => $6::integer)
     WHERE ${HELD} RETURNING moved, moving_ms`,
    [...heldBy(lease), chunk.keys, chunk.ms, LEASE_SECONDS],
  );
  if (row === undefined) throw leaseLost();
  return { keys: row.moved, ms: row.moving_ms };
}

/** Number of keys moved so far. @throws AppError REWRAP_LEASE_LOST */
export async function readMoved(tx: Tx, lease: Lease): Promise<Moved> {
  const [row] = await tx.query<{ moved: number; moving_ms: number }>(
    `SELECT moved, moving_ms FROM field_key_rewraps WHERE ${HELD}`,
    heldBy(lease),
  );
  if (row === undefined) throw leaseLost();
  return { keys: row.moved, ms: row.moving_ms };
}

/** Keys under each version below `belowVersion`; one without any is absent. From the index (system role). */
export async function countFormer(
  tx: Tx,
  companyId: number,
  belowVersion: number,
): Promise<Map<number, number>> {
  await tx.query(BY_INDEX);
  const rows = await tx.query<{ version: number; n: number }>(
    `SELECT version, count(*) AS n FROM (
       SELECT field_key_version AS version FROM data_keys WHERE company_id = $1 AND field_key_version < $2
       UNION ALL
       SELECT field_key_version FROM imports WHERE company_id = $1 AND field_key_version < $2) AS k
     GROUP BY version`,
    [companyId, belowVersion],
  );
  return new Map(rows.map((row) => [row.version, row.n]));
}

/**
 * Blocks wrapping under a former version from now on: waits for running writers and admits no new ones.
 * @throws AppError ABORTED when one of them takes long; REWRAP_LEASE_LOST
 */
export async function closeFormerVersions(tx: Tx, lease: Lease): Promise<void> {
  await tx.query(LOCK_WAIT);
  await tx.query('SELECT lock_field_keys($1)', [lease.companyId]);
  const rows = await tx.query(
    `UPDATE field_key_rewraps SET lowest_version = active_version WHERE ${HELD} RETURNING company_id`,
    heldBy(lease),
  );
  if (rows.length === 0) throw leaseLost();
}

/** Whether nothing is wrapped under a former version. Call it while writers are blocked. @throws AppError ABORTED */
export async function isEmptied(tx: Tx, lease: Lease): Promise<boolean> {
  await tx.query(LOCK_WAIT);
  await tx.query(BY_INDEX);
  await tx.query('SELECT lock_field_keys($1)', [lease.companyId]);
  const [row] = await tx.query<{ is_left: boolean }>(
    `SELECT EXISTS (SELECT FROM data_keys WHERE company_id = $1 AND field_key_version < $2)
       OR EXISTS (SELECT FROM imports WHERE company_id = $1 AND field_key_version < $2) AS is_left`,
    [lease.companyId, lease.activeVersion],
  );
  return row?.is_left === false;
}

/** Records the first time that nothing was found; keeps an earlier time. */
export async function markEmptied(tx: Tx, lease: Lease): Promise<void> {
  await tx.query(
    `UPDATE field_key_rewraps SET emptied_at = coalesce(emptied_at, now()) WHERE ${HELD}`,
    heldBy(lease),
  );
}

/** Keys moved in the round, undefined when another process has ended it. */
export async function finishRewrap(tx: Tx, lease: Lease): Promise<number | undefined> {
  const [row] = await tx.query<{ moved: number }>(
    `UPDATE field_key_rewraps SET finished_at = now(), lease_holder = NULL, lease_expires_at = '-infinity'
     WHERE ${HELD} AND finished_at IS NULL RETURNING moved`,
    heldBy(lease),
  );
  return row?.moved;
}

/** Releases the company; the job skips it for `restSeconds`. */
export async function releaseRewrap(tx: Tx, lease: Lease, restSeconds: number): Promise<void> {
  await tx.query(
    `UPDATE field_key_rewraps SET lease_holder = NULL, lease_expires_at = '-infinity',
       due_at = now() + make_interval(secs => $3::float8)
     WHERE company_id = $1 AND lease_holder = $2::uuid`,
    [lease.companyId, lease.leaseHolder, restSeconds],
  );
}

const leaseLost = () => aborted('REWRAP_LEASE_LOST', 'Another process has taken over this work');
