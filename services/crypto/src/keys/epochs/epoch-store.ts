import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Epoch } from './epoch.ts';

type Queries = Pick<Tx, 'query'>;
/** Name of the advisory lock; one per deployment, because a deployment has one database. */
const EPOCH_LOCK = `hashtextextended('pii-vault crypto epoch', 0)`;

/** Shared lock: blocks an epoch turn until the transaction ends. */
export async function shareEpochLock(tx: Queries): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${EPOCH_LOCK})`);
}

/**
 * The active epoch under a shared lock until the transaction ends: its key is not destroyed while a new key is being
 * wrapped under it.
 */
export async function shareActiveEpoch(tx: Queries): Promise<Epoch> {
  await shareEpochLock(tx);
  const epoch = await findActiveEpoch(tx);
  if (epoch === undefined) throw new Error('the deployment has no active epoch');
  return epoch;
}

/** Exclusive lock until the transaction ends: waits for all shared locks. */
export async function takeEpochLock(tx: Queries): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${EPOCH_LOCK})`);
}

interface EpochRow {
  readonly epoch: number;
  readonly hsm_key_reference: string;
  readonly started_at: Date;
}

const fromRow = (row: EpochRow): Epoch => ({
  epoch: row.epoch,
  reference: row.hsm_key_reference,
  startedAt: row.started_at,
});

export async function findActiveEpoch(tx: Queries): Promise<Epoch | undefined> {
  return (await findEpochs(tx, 'active'))[0];
}

export async function findEpochs(tx: Queries, status: 'active' | 'retiring'): Promise<Epoch[]> {
  const rows = await tx.query<EpochRow>(
    'SELECT epoch, hsm_key_reference, started_at FROM epochs WHERE status = $1 ORDER BY epoch',
    [status],
  );
  return rows.map(fromRow);
}

export async function insertEpoch(tx: Queries, epoch: Epoch): Promise<void> {
  await tx.query(
    `INSERT INTO epochs (epoch, hsm_key_reference, status, started_at) VALUES ($1, $2, 'active', $3)`,
    [epoch.epoch, epoch.reference, epoch.startedAt],
  );
}

/** Changes the status active → retiring. */
export async function endEpoch(tx: Queries, epoch: number, at: Date): Promise<void> {
  await tx.query(
    `UPDATE epochs SET status = 'retiring', ended_at = $2 WHERE epoch = $1 AND status = 'active'`,
    [epoch, at],
  );
}

/**
 * Changes the status retiring → destroyed, after the key is destroyed in the store. @returns false when it was marked
 * already
 */
export async function markEpochDestroyed(tx: Queries, epoch: number, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE epochs SET status = 'destroyed', destroyed_at = $2 WHERE epoch = $1 AND status = 'retiring'
    RETURNING epoch`,
    [epoch, at],
  );
  return rows.length === 1;
}

/** Stored keys that only this epoch's key can open. */
export async function countKeysOfEpoch(tx: Queries, epoch: number): Promise<number> {
  const rows = await tx.query<{ n: number }>('SELECT count(*) AS n FROM encryption_keys WHERE epoch = $1', [
    epoch,
  ]);
  return rows[0]?.n ?? 0;
}
