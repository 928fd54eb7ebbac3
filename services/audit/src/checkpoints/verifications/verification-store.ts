import type { Tx } from '@pii-vault/platform/postgres/database';

/** A run of the full check. */
export interface Verification {
  readonly id: number;
  readonly status: 'running' | 'done' | 'failed';
  readonly treeSize: number;
  readonly entriesChecked: number;
  readonly rootHash: Buffer | null;
  readonly checkpointAt: Date | null;
  readonly pending: number;
  readonly oldestPendingMs: number;
  readonly verified: boolean;
  readonly firstBadIndex: number | null;
  /** One sentence, or null. */
  readonly reason: string | null;
}

/** A run without progress for this long lost its process. */
const STALE = '2 minutes';

const COLUMNS = `id, tree_size, entries_checked, root_hash, checkpoint_at, pending, oldest_pending_ms,
  verified, first_bad_index, reason,
  CASE WHEN status = 'running' AND progress_at < now() - interval '${STALE}' THEN 'failed' ELSE status END AS status`;

interface Row {
  id: number;
  status: Verification['status'];
  tree_size: number;
  entries_checked: number;
  root_hash: Buffer | null;
  checkpoint_at: Date | null;
  pending: number;
  oldest_pending_ms: number;
  verified: boolean;
  first_bad_index: number | null;
  reason: string | null;
}

export async function startVerification(tx: Tx, treeSize: number): Promise<Verification> {
  const rows = await tx.query<Row>(
    `INSERT INTO verifications (status, tree_size) VALUES ('running', $1::bigint) RETURNING ${COLUMNS}`,
    [treeSize],
  );
  return single(rows);
}

export async function findVerification(tx: Tx, id: number): Promise<Verification | undefined> {
  const [row] = await tx.query<Row>(`SELECT ${COLUMNS} FROM verifications WHERE id = $1::bigint`, [id]);
  return row === undefined ? undefined : fromRow(row);
}

export async function noteProgress(tx: Tx, id: number, entriesChecked: number): Promise<void> {
  await tx.query(
    'UPDATE verifications SET entries_checked = $2::bigint, progress_at = now() WHERE id = $1::bigint',
    [id, entriesChecked],
  );
}

export async function endVerification(tx: Tx, result: Verification): Promise<void> {
  await tx.query(
    `UPDATE verifications SET status = $2::text, tree_size = $3::bigint, entries_checked = $4::bigint,
       root_hash = $5::bytea, checkpoint_at = $6::timestamptz, pending = $7::bigint,
       oldest_pending_ms = $8::bigint, first_bad_index = $9::bigint, reason = $10::text, verified = $11::boolean, progress_at = now()
     WHERE id = $1::bigint`,
    [
      result.id,
      result.status,
      result.treeSize,
      result.entriesChecked,
      result.rootHash,
      result.checkpointAt,
      result.pending,
      result.oldestPendingMs,
      result.firstBadIndex,
      result.reason,
      result.verified,
    ],
  );
}

function single(rows: readonly Row[]): Verification {
  const [row] = rows;
  if (row === undefined) throw new TypeError('INSERT … RETURNING gave no row');
  return fromRow(row);
}

function fromRow(row: Row): Verification {
  return {
    id: row.id,
    status: row.status,
    treeSize: row.tree_size,
    entriesChecked: row.entries_checked,
    rootHash: row.root_hash,
    checkpointAt: row.checkpoint_at,
    pending: row.pending,
    oldestPendingMs: row.oldest_pending_ms,
    verified: row.verified,
    firstBadIndex: row.first_bad_index,
    reason: row.reason,
  };
}
