import type { Tx } from '@pii-vault/platform/postgres/database';

/** A signed tree head as stored. */
export interface StoredCheckpoint {
  readonly treeSize: number;
  readonly rootHash: Buffer;
  /** C2SP signed note. */
  readonly note: string;
  readonly keyName: string;
  /** Raw Ed25519 key, 32 bytes. */
  readonly publicKey: Buffer;
  readonly signedAt: Date;
}

interface Row {
  tree_size: number;
  root_hash: Buffer;
  note: string;
  key_name: string;
  public_key: Buffer;
  signed_at: Date;
}

const COLUMNS = 'tree_size, root_hash, note, key_name, public_key, signed_at';

export async function latestCheckpoint(tx: Tx): Promise<StoredCheckpoint | undefined> {
  const [row] = await tx.query<Row>(`SELECT ${COLUMNS} FROM checkpoints ORDER BY id DESC LIMIT 1`);
  return row === undefined ? undefined : fromRow(row);
}

/** A page of checkpoints in the order signed. */
export async function checkpointsAfter(
  tx: Tx,
  afterId: number,
  limit: number,
): Promise<readonly { readonly id: number; readonly checkpoint: StoredCheckpoint }[]> {
  const rows = await tx.query<Row & { id: number }>(
    `SELECT id, ${COLUMNS} FROM checkpoints WHERE id > $1::bigint ORDER BY id LIMIT $2::int`,
    [afterId, limit],
  );
  return rows.map((row) => ({ id: row.id, checkpoint: fromRow(row) }));
}

export async function insertCheckpoint(tx: Tx, checkpoint: StoredCheckpoint): Promise<void> {
  await tx.query(
    `INSERT INTO checkpoints (${COLUMNS})
     VALUES ($1::bigint, $2::bytea, $3::text, $4::text, $5::bytea, $6::timestamptz)`,
    [
      checkpoint.treeSize,
      checkpoint.rootHash,
      checkpoint.note,
      checkpoint.keyName,
      checkpoint.publicKey,
      checkpoint.signedAt,
    ],
  );
}

function fromRow(row: Row): StoredCheckpoint {
  return {
    treeSize: row.tree_size,
    rootHash: row.root_hash,
    note: row.note,
    keyName: row.key_name,
    publicKey: row.public_key,
    signedAt: row.signed_at,
  };
}
