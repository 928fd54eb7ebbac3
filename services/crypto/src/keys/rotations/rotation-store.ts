import type { Tx } from '@pii-vault/platform/postgres/database';
import { oneDecimal } from '@pii-vault/platform/values/one-decimal';
import type { KeyOwner, KeyType, KeyUse } from '../../key-store/hierarchy/key-owner.ts';
import { useColumns } from '../company-keys/encryption-key-store.ts';
import { ownerFromRow } from '../company-keys/key-use-row.ts';
import type { Rotation, RotationCause } from './rotation.ts';

type Queries = Pick<Tx, 'query'>;
/** Condition for the open rotation of a use, company_id $1, agreement_id $2 and purpose $3: at most one. */
const OPEN = 'company_id = $1 AND agreement_id = $2 AND purpose = $3 AND finished_at IS NULL';
const openOf = (use: KeyUse) => useColumns(use).slice(0, 3);

export interface NewRotation {
  readonly use: KeyUse;
  readonly toVersion: number;
  readonly cause: RotationCause;
  readonly at: Date;
}

/** Starts a rotation; an open one is extended to the newer version instead. @returns its id */
export async function beginRotation(
  tx: Queries,
  { use, toVersion, cause, at }: NewRotation,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO key_rotations AS r (company_id, agreement_id, purpose, to_version, cause, started_at)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (purpose, company_id, agreement_id) WHERE finished_at IS NULL
    DO UPDATE SET to_version = excluded.to_version, is_blocked = false
    RETURNING id`,
    [...openOf(use), toVersion, cause, at],
  );
  if (row === undefined) throw new Error('a rotation that was just begun is not there');
  return row.id;
}

export async function isRotating(tx: Queries, use: KeyUse): Promise<boolean> {
  const rows = await tx.query(`SELECT FROM key_rotations WHERE ${OPEN}`, openOf(use));
  return rows.length > 0;
}

/** Ends the rotation of a use that has nothing to rewrap. */
export async function endRotation(tx: Queries, use: KeyUse, at: Date): Promise<void> {
  await tx.query(`UPDATE key_rotations SET finished_at = $4 WHERE ${OPEN}`, [...openOf(use), at]);
}

/** Ends the rotation of a use when no earlier version can encrypt anything any more. @returns whether it ended */
export async function finishRotation(tx: Queries, use: KeyUse, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE key_rotations SET finished_at = $5, is_blocked = false WHERE ${OPEN} AND NOT EXISTS (
      SELECT FROM encryption_keys k WHERE k.company_id = $1 AND k.agreement_id = $2 AND k.purpose = $3
        AND k.owner_service = $4 AND k.status = 'retiring')
    RETURNING id`,
    [...useColumns(use), at],
  );
  return rows.length > 0;
}

export interface Progress {
  readonly rewrapped: number;
  readonly left: number;
  readonly perSecond: number;
  readonly isBlocked: boolean;
}

/** Stores the progress that the owner of the rows reports for a rotation to `toVersion`. */
export async function saveProgress(
  tx: Queries,
  use: KeyUse,
  toVersion: number,
  { rewrapped, left, perSecond, isBlocked }: Progress,
): Promise<void> {
  await tx.query(
    `UPDATE key_rotations SET rewrapped = $5::bigint, total = $5::bigint + $6::bigint, per_second = $7::real, is_blocked = $8
    WHERE ${OPEN} AND to_version = $4`,
    [...openOf(use), toVersion, rewrapped, left, perSecond, isBlocked],
  );
}

interface RotationRow {
  readonly id: number;
  readonly company_id: number;
  readonly agreement_id: number;
  readonly party_company_ids: readonly number[];
  readonly purpose: KeyType;
  readonly to_version: number;
  readonly rewrapped: number;
  readonly total: number;
  readonly per_second: number;
  readonly is_blocked: boolean;
  readonly cause: RotationCause;
  readonly started_at: Date;
  readonly finished_at: Date | null;
}

/** Parties of an agreement are stored with its keys. */
const ROTATIONS = `SELECT r.*, coalesce((SELECT k.party_company_ids FROM encryption_keys k
    WHERE k.company_id = 0 AND k.agreement_id = r.agreement_id AND k.purpose = 'master' AND r.agreement_id > 0 LIMIT 1),
    '{}') AS party_company_ids
  FROM key_rotations r`;

/** A rotation of a company's key by its id. */
export async function findRotation(tx: Queries, id: number): Promise<Rotation | undefined> {
  const rows = await tx.query<RotationRow>(`${ROTATIONS} WHERE r.id = $1 AND r.company_id > 0`, [id]);
  return rows.map(fromRow)[0];
}

/** Exported for the test of its query plans. */
export const LIST_ROTATIONS = {
  company: `SELECT r.*, '{}'::bigint[] AS party_company_ids FROM key_rotations r
  WHERE r.company_id = $1::bigint AND ($2::bigint = 0 OR r.id < $2::bigint) ORDER BY r.id DESC LIMIT $3`,
  all: `SELECT r.*, '{}'::bigint[] AS party_company_ids FROM key_rotations r
  WHERE r.company_id > 0 AND ($1::bigint = 0 OR r.id < $1::bigint) ORDER BY r.id DESC LIMIT $2`,
};

/** Rotations of a company's keys before an id, newest first. @param beforeId 0: start with the newest */
export async function findRotationsOf(
  tx: Queries,
  company: number | 'all',
  beforeId: number,
  count: number,
): Promise<Rotation[]> {
  const rows =
    company === 'all'
      ? await tx.query<RotationRow>(LIST_ROTATIONS.all, [beforeId, count])
      : await tx.query<RotationRow>(LIST_ROTATIONS.company, [company, beforeId, count]);
  return rows.map(fromRow);
}

/** Open rotations of masters, oldest first. */
export async function findOpenMasterRotations(tx: Queries, limit: number): Promise<Rotation[]> {
  const rows = await tx.query<RotationRow>(
    `${ROTATIONS} WHERE r.purpose = 'master' AND r.finished_at IS NULL ORDER BY r.id LIMIT $1`,
    [limit],
  );
  return rows.map(fromRow);
}

export type OpenRotation = Pick<Rotation, 'toVersion' | 'rewrapped' | 'startedAt'>;

/**
 * Locks the rotation for this transaction. @returns undefined when it has ended or another transaction holds the lock
 */
export async function lockOpenRotation(tx: Queries, use: KeyUse): Promise<OpenRotation | undefined> {
  const [row] = await tx.query<Pick<RotationRow, 'to_version' | 'rewrapped' | 'started_at'>>(
    `SELECT to_version, rewrapped, started_at FROM key_rotations WHERE ${OPEN} FOR UPDATE SKIP LOCKED`,
    openOf(use),
  );
  return row && { toVersion: row.to_version, rewrapped: row.rewrapped, startedAt: row.started_at };
}

function fromRow(row: RotationRow): Rotation {
  const owner: KeyOwner = ownerFromRow(row);
  return {
    id: row.id,
    owner,
    keyType: row.purpose,
    toVersion: row.to_version,
    rewrapped: row.rewrapped,
    total: row.total,
    perSecond: oneDecimal(row.per_second),
    status: statusOf(row),
    cause: row.cause,
    startedAt: row.started_at,
    finishedAt: row.finished_at ?? undefined,
  };
}

function statusOf(row: Pick<RotationRow, 'finished_at' | 'is_blocked'>): Rotation['status'] {
  if (row.finished_at !== null) return 'done';
  return row.is_blocked ? 'blocked' : 'running';
}
