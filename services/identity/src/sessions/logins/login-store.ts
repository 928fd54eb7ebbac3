import type { Tx } from '@pii-vault/platform/postgres/database';
import type { UserStatus } from '../../accounts/user.ts';
import { lockUser } from '../../accounts/user-change-store.ts';
import { LANGUAGES } from '../../protection/administrator-notices/administrator-notice.ts';
import type { DeviceInfo } from '../../protection/device-fingerprint.ts';

export interface Account {
  readonly id: number;
  readonly role: string;
  readonly status: UserStatus;
  readonly companyId: number | null;
  readonly passwordHash: string | undefined;
}

/** The account of an e-mail key, with its password hash. */
export async function findAccount(tx: Tx, emailKey: string): Promise<Account | undefined> {
  const rows = await tx.query<Account>(
    `SELECT u.id, u.role, u.status, u.company_id AS "companyId", p.password_hash AS "passwordHash"
     FROM users u LEFT JOIN user_passwords p ON p.user_id = u.id
     WHERE u.email_key = $1::text AND u.deleted_at IS NULL`,
    [emailKey],
  );
  return rows[0];
}

/** The password hash of a user; undefined when it has none. */
export async function findPasswordHash(tx: Tx, userId: number): Promise<string | undefined> {
  const rows = await tx.query<{ hash: string }>(
    `SELECT password_hash AS hash FROM user_passwords WHERE user_id = $1::bigint`,
    [userId],
  );
  return rows[0]?.hash;
}

/**
 * Whether the account still has the password that was checked. Holds it until the end of the transaction, so that a new
 * one ends the session that starts here. Locks the user first, as other changes of a password do.
 */
export async function holdPassword(tx: Tx, { id, passwordHash }: Account): Promise<boolean> {
  await lockUser(tx, id);
  const rows = await tx.query(
    `SELECT FROM user_passwords WHERE user_id = $1::bigint AND password_hash = $2::text FOR SHARE`,
    [id, passwordHash],
  );
  return rows.length > 0;
}

/** Whether the user's password was generated for it and not changed since. */
export async function hasTemporaryPassword(tx: Tx, userId: number): Promise<boolean> {
  const rows = await tx.query(`SELECT FROM user_passwords WHERE user_id = $1::bigint AND is_temporary`, [
    userId,
  ]);
  return rows.length > 0;
}

export interface LoginAttempt {
  readonly userId: number | null;
  readonly email: string;
  readonly ipAddress: string;
  readonly ipBlock: string;
  readonly userAgent: string;
  readonly fingerprint: string | undefined;
  readonly deviceInfo: DeviceInfo;
  readonly success: boolean;
  readonly failureReason: string | undefined;
  readonly riskScore: number;
  readonly blocked: boolean;
  /** The password was not checked: the queue was too long, or the client had disconnected. */
  readonly untried: boolean;
}

/** One statement for all, so that their sums are computed once. @returns their ids, in the same order */
export async function insertAttempts(tx: Tx, attempts: readonly LoginAttempt[]): Promise<number[]> {
  const column = <T>(value: (attempt: LoginAttempt) => T) => attempts.map(value);
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO login_attempts (user_id, email, ip_address, ip_block, user_agent, fingerprint, device_info,
       success, failure_reason, risk_score, blocked, untried)
     SELECT user_id, email, ip_address, ip_block, user_agent, fingerprint, device_info,
       success, failure_reason, risk_score, blocked, untried
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[],
       $8::boolean[], $9::text[], $10::integer[], $11::boolean[], $12::boolean[]) WITH ORDINALITY
       AS a(user_id, email, ip_address, ip_block, user_agent, fingerprint, device_info,
         success, failure_reason, risk_score, blocked, untried, ord)
     ORDER BY ord RETURNING id`,
    [
      column(({ userId }) => userId),
      column(({ email }) => email),
      column(({ ipAddress }) => ipAddress),
      column(({ ipBlock }) => ipBlock),
      column(({ userAgent }) => userAgent),
      column(({ fingerprint }) => fingerprint ?? null),
      column(({ deviceInfo }) => JSON.stringify(deviceInfo)),
      column(({ success }) => success),
      column(({ failureReason }) => failureReason ?? null),
      column(({ riskScore }) => riskScore),
      column(({ blocked }) => blocked),
      column(({ untried }) => untried),
    ],
  );
  // RETURNING promises no order. Ids are numbered after ORDER BY, so they ascend with the attempts.
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

export async function noteLogin(tx: Tx, userId: number): Promise<void> {
  await tx.query(`UPDATE users SET last_login_at = now() WHERE id = $1::bigint`, [userId]);
}

/** Stores the console's language for mails. @param language other values than en and hi change nothing */
export async function noteLanguage(tx: Tx, userId: number, language: string): Promise<void> {
  await tx.query(
    `UPDATE users SET language = $2::text
     WHERE id = $1::bigint AND $2::text = ANY ($3::text[]) AND language IS DISTINCT FROM $2::text`,
    [userId, language, LANGUAGES],
  );
}

const DELETE_BATCH = 5_000;

/** Deletes the oldest attempts, one batch. @returns whether there may be more */
export async function deleteOldAttempts(tx: Tx, keptDays: number): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM login_attempts WHERE id IN (
       SELECT id FROM login_attempts WHERE created_at < now() - make_interval(days => $1::integer)
       ORDER BY created_at, id LIMIT $2::integer)
     RETURNING id`,
    [keptDays, DELETE_BATCH],
  );
  return rows.length === DELETE_BATCH;
}
