import type { Tx } from '@pii-vault/platform/postgres/database';
import { ROLE_VERSION } from '../accounts/roles/role-store.ts';
import type { ApiCredential, LiveCredential, NewSecret } from './api-credential.ts';

/** The fields of a credential that an administrator sees. */
export interface CredentialStatus {
  readonly userId: number;
  readonly clientId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** User who created it or replaced its secret; null for one of an older release. */
  readonly madeBy: number | null;
  readonly mayErase: boolean;
  /** Until when the secret before the last rotation is accepted; null or past: it is not. */
  readonly formerUntil: Date | null;
}

export async function findStatus(tx: Tx, userId: number): Promise<CredentialStatus | undefined> {
  const rows = await tx.query<CredentialStatus>(
    `SELECT user_id AS "userId", client_id AS "clientId", created_at AS "createdAt", last_used_at AS "lastUsedAt",
       made_by AS "madeBy", may_erase AS "mayErase", former_until AS "formerUntil"
     FROM api_credentials WHERE user_id = $1::bigint`,
    [userId],
  );
  return rows[0];
}

export async function insertCredential(
  tx: Tx,
  userId: number,
  clientId: string,
  made: NewSecret,
  { madeBy, mayErase }: { readonly madeBy: number; readonly mayErase: boolean },
): Promise<void> {
  await tx.query(
    `INSERT INTO api_credentials (user_id, client_id, secret_sha256, salt, made_by, may_erase)
     VALUES ($1::bigint, $2::text, $3::bytea, $4::bytea, $5::bigint, $6::boolean)`,
    [userId, clientId, made.secretSha256, made.salt, madeBy, mayErase],
  );
}

export interface SecretChange {
  readonly madeBy: number;
  /** Undefined: unchanged. */
  readonly mayErase?: boolean | undefined;
  /** How long the former secret stays valid. */
  readonly overlapHours: number;
}

/**
 * Replaces the secret; a trigger keeps the former one for the overlap. @returns the client id, undefined when there is
 * none
 */
export async function replaceSecret(
  tx: Tx,
  userId: number,
  made: NewSecret,
  { madeBy, mayErase, overlapHours }: SecretChange,
): Promise<string | undefined> {
  const rows = await tx.query<{ clientId: string }>(
    `UPDATE api_credentials SET secret_sha256 = $2::bytea, salt = $3::bytea, created_at = now(), last_used_at = NULL,
       secret_change = nextval('role_change_seq'), made_by = $4::bigint,
       may_erase = coalesce($5::boolean, may_erase), former_until = now() + make_interval(hours => $6::integer)
     WHERE user_id = $1::bigint RETURNING client_id AS "clientId"`,
    [userId, made.secretSha256, made.salt, madeBy, mayErase, overlapHours],
  );
  return rows[0]?.clientId;
}

/** @returns the client id of the deleted credential, undefined when there was none */
export async function deleteCredential(tx: Tx, userId: number): Promise<string | undefined> {
  const rows = await tx.query<{ clientId: string }>(
    `DELETE FROM api_credentials WHERE user_id = $1::bigint RETURNING client_id AS "clientId"`,
    [userId],
  );
  return rows[0]?.clientId;
}

/** With the hash: system role only. */
export async function findCredential(tx: Tx, clientId: string): Promise<ApiCredential | undefined> {
  const rows = await tx.query<ApiCredential>(
    `SELECT user_id AS "userId", client_id AS "clientId", secret_sha256 AS "secretSha256", salt,
       created_at AS "createdAt", last_used_at AS "lastUsedAt", made_by AS "madeBy",
       secret_change AS "secretChange", may_erase AS "mayErase",
       CASE WHEN former_until > now() THEN json_build_object('sha256', encode(former_secret_sha256, 'base64'),
         'salt', encode(former_salt, 'base64'), 'change', former_secret_change, 'madeBy', former_made_by, 'mayErase', former_may_erase,
         'until', floor(1000 * extract(epoch FROM former_until))) END AS former
     FROM api_credentials WHERE client_id = $1::text`,
    [clientId],
  );
  return rows[0];
}

/** Until when the secret of this number is accepted; null: without end, undefined: it is not. */
export async function findSecretEnd(
  tx: Tx,
  clientId: string,
  change: number,
): Promise<Date | null | undefined> {
  const rows = await tx.query<{ until: Date | null }>(
    `SELECT CASE WHEN secret_change <> $2::bigint THEN former_until END AS until FROM api_credentials
     WHERE client_id = $1::text
       AND (secret_change = $2::bigint OR (former_secret_change = $2::bigint AND former_until > now()))`,
    [clientId, change],
  );
  return rows[0]?.until;
}

/** Owners of the existing clients among these. */
export async function findClientOwners(
  tx: Tx,
  ids: readonly string[],
): Promise<Array<{ readonly clientId: string; readonly userId: number }>> {
  if (ids.length === 0) return [];
  return await tx.query(
    `SELECT client_id AS "clientId", user_id AS "userId" FROM api_credentials
     WHERE client_id = ANY ($1::text[]) ORDER BY user_id`,
    [ids],
  );
}

/** Records the use of a client, at most once a minute. */
export async function touchCredential(tx: Tx, clientId: string): Promise<void> {
  await tx.query(
    `UPDATE api_credentials SET last_used_at = now()
     WHERE client_id = $1::text AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 minute')`,
    [clientId],
  );
}

/** Those of the clients that exist and whose users are active. */
export function liveClients(tx: Tx, ids: readonly string[]): Promise<LiveCredential[]> {
  return tx.query<LiveCredential>(
    `SELECT c.client_id AS id, greatest(${ROLE_VERSION}, c.secret_change) AS "roleVersion"
     FROM api_credentials c JOIN users u ON u.id = c.user_id
     WHERE c.client_id = ANY ($1::text[]) AND u.status = 'active' AND u.deleted_at IS NULL`,
    [ids],
  );
}
