import type { SealedText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Factor } from '../../accounts/factor.ts';

const COLUMNS = `id, kind, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

/** Oldest first. */
export function listFactors(tx: Tx, userId: number): Promise<Factor[]> {
  return tx.query<Factor>(`SELECT ${COLUMNS} FROM user_factors WHERE user_id = $1::bigint ORDER BY id`, [
    userId,
  ]);
}

export async function hasFactor(tx: Tx, userId: number): Promise<boolean> {
  const rows = await tx.query(`SELECT FROM user_factors WHERE user_id = $1::bigint LIMIT 1`, [userId]);
  return rows.length > 0;
}

/** Serialises changes of a user's factors until the transaction ends. */
export async function lockFactors(tx: Tx, userId: number): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('user_factors', $1::bigint))`, [userId]);
}

export interface TotpSecret {
  readonly secretId: string;
  readonly secret: SealedText;
}

export interface StoredTotp extends TotpSecret {
  readonly id: number;
}

export async function listTotps(tx: Tx, userId: number): Promise<StoredTotp[]> {
  const rows = await tx.query<{ id: number; secretId: string; sealed: Buffer; keyVersion: number }>(
    `SELECT id, secret_id AS "secretId", secret AS sealed, secret_key_version AS "keyVersion"
     FROM user_factors WHERE user_id = $1::bigint AND kind = 'totp' ORDER BY id`,
    [userId],
  );
  return rows.map(({ id, secretId, sealed, keyVersion }) => ({
    id,
    secretId,
    secret: { sealed, keyVersion },
  }));
}

interface NewFactor {
  readonly userId: number;
  readonly name: string;
  readonly createdAt: Date;
}

/** @param step time step of the code that confirmed it */
export async function insertTotp(tx: Tx, totp: NewFactor & TotpSecret & { step: number }): Promise<Factor> {
  const [inserted] = await tx.query<Factor>(
    `INSERT INTO user_factors (user_id, kind, name, created_at, secret_id, secret, secret_key_version, last_step)
     VALUES ($1::bigint, 'totp', $2::text, $3::timestamptz, $4::uuid, $5::bytea, $6::integer, $7::bigint)
     RETURNING ${COLUMNS}`,
    [
      ...[totp.userId, totp.name, totp.createdAt, totp.secretId],
      ...[totp.secret.sealed, totp.secret.keyVersion, totp.step],
    ],
  );
  if (inserted === undefined) throw new Error('The factor that was just written is not visible');
  return inserted;
}

/**
 * Uses the code of a time step: one of several concurrent callers gets true, and earlier steps are invalid afterwards.
 */
export async function takeStep(tx: Tx, id: number, step: number, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE user_factors SET last_step = $2::bigint, last_used_at = $3::timestamptz
     WHERE id = $1::bigint AND last_step < $2::bigint RETURNING id`,
    [id, step, at],
  );
  return rows.length > 0;
}

export interface StoredPasskey {
  readonly id: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

export function listPasskeys(tx: Tx, userId: number): Promise<StoredPasskey[]> {
  return tx.query<StoredPasskey>(
    `SELECT id, credential_id AS "credentialId", public_key AS "publicKey", counter, transports
     FROM user_factors WHERE user_id = $1::bigint AND kind = 'passkey' ORDER BY id`,
    [userId],
  );
}

/** @returns undefined when the credential exists already, of this user or another one */
export async function insertPasskey(
  tx: Tx,
  passkey: NewFactor & Omit<StoredPasskey, 'id'>,
): Promise<Factor | undefined> {
  const rows = await tx.query<Factor>(
    `INSERT INTO user_factors (user_id, kind, name, created_at, credential_id, public_key, counter, transports)
     VALUES ($1::bigint, 'passkey', $2::text, $3::timestamptz, $4::bytea, $5::bytea, $6::bigint, $7::text[])
     ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    [
      ...[passkey.userId, passkey.name, passkey.createdAt, passkey.credentialId],
      ...[passkey.publicKey, passkey.counter, passkey.transports],
    ],
  );
  return rows[0];
}

/**
 * Records a use. False when this counter or a later one was used before, which indicates a copied key (WebAuthn,
 * 6.1.1).
 */
export async function takeCounter(tx: Tx, id: number, counter: number, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE user_factors SET counter = $2::bigint, last_used_at = $3::timestamptz
     WHERE id = $1::bigint AND (counter < $2::bigint OR (counter = 0 AND $2::bigint = 0)) RETURNING id`,
    [id, counter, at],
  );
  return rows.length > 0;
}

export async function renameFactor(
  tx: Tx,
  factor: { readonly id: number; readonly userId: number; readonly name: string },
): Promise<Factor | undefined> {
  const rows = await tx.query<Factor>(
    `UPDATE user_factors SET name = $3::text WHERE id = $1::bigint AND user_id = $2::bigint RETURNING ${COLUMNS}`,
    [factor.id, factor.userId, factor.name],
  );
  return rows[0];
}

export async function deleteFactor(tx: Tx, id: number, userId: number): Promise<Factor | undefined> {
  const rows = await tx.query<Factor>(
    `DELETE FROM user_factors WHERE id = $1::bigint AND user_id = $2::bigint RETURNING ${COLUMNS}`,
    [id, userId],
  );
  return rows[0];
}

/** Deletes every factor, recovery code and challenge of a user. @returns the number of factors */
export async function forgetFactors(tx: Tx, userId: number): Promise<number> {
  await tx.query(`DELETE FROM recovery_codes WHERE user_id = $1::bigint`, [userId]);
  await tx.query(`DELETE FROM factor_challenges WHERE user_id = $1::bigint`, [userId]);
  const rows = await tx.query(`DELETE FROM user_factors WHERE user_id = $1::bigint RETURNING id`, [userId]);
  return rows.length;
}
