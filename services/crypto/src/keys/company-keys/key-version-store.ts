import type { Tx } from '@pii-vault/platform/postgres/database';
import type { KeyPurpose, KeyUse } from '../../key-store/hierarchy/key-owner.ts';
import type { KeyStatus } from './encryption-key.ts';
import { useColumns } from './encryption-key-store.ts';
import { type KeyUseRow, ownerFromRow } from './key-use-row.ts';

type Queries = Pick<Tx, 'query'>;

/** The row of one version without wrapped bytes. */
export interface KeyVersion extends KeyUse {
  readonly id: number;
  readonly keyId: string;
  readonly version: number;
  readonly status: KeyStatus;
  readonly createdAt: Date;
  readonly rotatedAt: Date | undefined;
  /** false while the version is pending. */
  readonly isUsed: boolean;
  /** Set for a key in the store. */
  readonly reference: string | undefined;
  /** As last reported by the owner of the rows. */
  readonly rowsLeft: number | undefined;
}

interface VersionRow extends Omit<KeyUseRow, 'purpose'> {
  readonly purpose: KeyPurpose;
  readonly id: number;
  readonly key_id: string;
  readonly version: number;
  readonly status: KeyStatus;
  readonly created_at: Date;
  readonly rotated_at: Date | null;
  readonly used_at: Date | null;
  readonly hsm_key_reference: string | null;
  readonly rows_left: number | null;
}

const COLUMNS = `company_id, agreement_id, party_company_ids, purpose, owner_service, id, key_id, version, status,
  created_at, rotated_at, used_at, hsm_key_reference, rows_left`;

function fromRow(row: VersionRow): KeyVersion {
  return {
    owner: ownerFromRow(row),
    purpose: row.purpose,
    ownerService: row.owner_service,
    id: row.id,
    keyId: row.key_id,
    version: row.version,
    status: row.status,
    createdAt: row.created_at,
    rotatedAt: row.rotated_at ?? undefined,
    isUsed: row.used_at !== null,
    reference: row.hsm_key_reference ?? undefined,
    rowsLeft: row.rows_left ?? undefined,
  };
}

const OF_USE = 'company_id = $1 AND agreement_id = $2 AND purpose = $3 AND owner_service = $4';

/**
 * The current version of a use, locked for the transaction. After waiting for a replacement the first query's
 * snapshot has neither version, so it queries again.
 */
export async function lockActiveVersion(tx: Queries, use: KeyUse): Promise<KeyVersion | undefined> {
  for (;;) {
    const [row] = await tx.query<VersionRow>(`${ACTIVE} FOR UPDATE`, [...useColumns(use)]);
    if (row !== undefined) return fromRow(row);
    if ((await tx.query(ACTIVE, [...useColumns(use)])).length === 0) return undefined;
  }
}

const ACTIVE = `SELECT ${COLUMNS} FROM encryption_keys WHERE ${OF_USE} AND status = 'active'`;

/** One version, locked for the transaction. */
export async function lockVersion(
  tx: Queries,
  use: KeyUse,
  version: number,
): Promise<KeyVersion | undefined> {
  const [row] = await tx.query<VersionRow>(
    `SELECT ${COLUMNS} FROM encryption_keys WHERE ${OF_USE} AND version = $5 FOR UPDATE`,
    [...useColumns(use), version],
  );
  return row && fromRow(row);
}

/** A company's version by its public id. */
export async function findVersionById(tx: Queries, id: number): Promise<KeyVersion | undefined> {
  const [row] = await tx.query<VersionRow>(
    `SELECT ${COLUMNS} FROM encryption_keys WHERE id = $1 AND company_id > 0`,
    [id],
  );
  return row && fromRow(row);
}

/** Versions found empty before `before`, longest first. */
export async function findEmptyVersions(tx: Queries, before: Date, limit: number): Promise<KeyVersion[]> {
  const rows = await tx.query<VersionRow>(
    `SELECT ${COLUMNS} FROM encryption_keys WHERE status = 'disabled' AND emptied_at < $1 ORDER BY emptied_at LIMIT $2`,
    [before, limit],
  );
  return rows.map(fromRow);
}

/** Versions of a use that were replaced before `before`. */
export async function findReplacedVersions(tx: Queries, use: KeyUse, before: Date): Promise<KeyVersion[]> {
  const rows = await tx.query<VersionRow>(
    `SELECT ${COLUMNS} FROM encryption_keys WHERE ${OF_USE} AND status = 'retiring' AND rotated_at < $5`,
    [...useColumns(use), before],
  );
  return rows.map(fromRow);
}

/** Locks some stored keys that end with their epoch: they encrypt nothing, or archives only. */
export async function findVersionsEndingWithEpoch(
  tx: Queries,
  epoch: number,
  limit: number,
): Promise<KeyVersion[]> {
  const rows = await tx.query<VersionRow>(
    `SELECT ${COLUMNS} FROM encryption_keys WHERE epoch = $1 AND wrapped IS NOT NULL
      AND (status = 'disabled' OR (purpose = 'backup' AND status = 'retiring'))
    LIMIT $2 FOR UPDATE`,
    [epoch, limit],
  );
  return rows.map(fromRow);
}

/** Current versions of a purpose that were created before `before`, oldest first. */
export async function findVersionsOlderThan(
  tx: Queries,
  purpose: KeyPurpose,
  before: Date,
  limit: number,
): Promise<KeyVersion[]> {
  const rows = await tx.query<VersionRow>(
    `SELECT ${COLUMNS} FROM encryption_keys
    WHERE purpose = $1 AND status = 'active' AND created_at < $2 ORDER BY created_at LIMIT $3`,
    [purpose, before, limit],
  );
  return rows.map(fromRow);
}

/** Changes pending → in use; no effect on a used version. */
export async function markUsed(tx: Queries, keyId: string, at: Date): Promise<void> {
  await tx.query('UPDATE encryption_keys SET used_at = $2 WHERE key_id = $1 AND used_at IS NULL', [
    keyId,
    at,
  ]);
}

/** Changes the status active → retiring. */
export async function replaceActiveKey(tx: Queries, keyId: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE encryption_keys SET status = 'retiring', rotated_at = $2 WHERE key_id = $1 AND status = 'active'`,
    [keyId, at],
  );
}

/** Changes the status retiring → disabled; the key encrypts nothing. */
export async function disableKey(tx: Queries, keyId: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE encryption_keys SET status = 'disabled', emptied_at = $2, rows_left = 0
    WHERE key_id = $1 AND status = 'retiring'`,
    [keyId, at],
  );
}

/** Changes the status retiring or disabled → destroyed and removes the wrapped bytes from the row. */
export async function destroyKeyRow(tx: Queries, keyId: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE encryption_keys SET status = 'destroyed', wrapped = NULL, epoch = NULL, rows_left = 0,
      emptied_at = coalesce(emptied_at, $2), destroyed_at = $2
    WHERE key_id = $1 AND status IN ('retiring', 'disabled')`,
    [keyId, at],
  );
}
