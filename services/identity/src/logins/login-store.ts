import type { Tx } from '@pii-vault/platform/db/database';
import type { UserStatus } from '../users/user.ts';
import type { DeviceInfo } from './device-fingerprint.ts';
import type { AddressHistory } from './risk-score.ts';

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

export interface AddressFacts extends AddressHistory {
  /** The account has signed in from this address block within 30 days. */
  readonly isKnown: boolean;
}

/** What is known of an address, and of it together with an account. Asks the same for an unknown account. */
export async function addressFacts(
  tx: Tx,
  address: { ipAddress: string; ipBlock: string },
  userId: number | undefined,
): Promise<AddressFacts> {
  const rows = await tx.query<AddressFacts>(
    `SELECT
       EXISTS (SELECT FROM blocked_ips WHERE ip_address IN ($1::text, $2::text)
               AND (blocked_until IS NULL OR blocked_until > now())) AS "isBlocked",
       (SELECT count(*) FROM (SELECT FROM login_attempts WHERE ip_block = $2::text AND NOT success
          AND created_at > now() - interval '1 hour' LIMIT 20) recent) AS "recentFailures",
       EXISTS (SELECT FROM login_attempts WHERE user_id = $3::bigint AND ip_block = $2::text AND success
               AND created_at > now() - interval '30 days') AS "isKnown"`,
    [address.ipAddress, address.ipBlock, userId ?? 0],
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('A query without FROM returned no row');
  return facts;
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
}

/** @returns the attempt's id */
export async function insertAttempt(tx: Tx, attempt: LoginAttempt): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO login_attempts (user_id, email, ip_address, ip_block, user_agent, fingerprint, device_info,
       success, failure_reason, risk_score, blocked)
     VALUES ($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text, $7::jsonb, $8::boolean, $9::text,
       $10::integer, $11::boolean)
     RETURNING id`,
    [
      attempt.userId,
      attempt.email,
      attempt.ipAddress,
      attempt.ipBlock,
      attempt.userAgent,
      attempt.fingerprint,
      JSON.stringify(attempt.deviceInfo),
      attempt.success,
      attempt.failureReason,
      attempt.riskScore,
      attempt.blocked,
    ],
  );
  return rows[0]?.id ?? 0;
}

export async function noteLogin(tx: Tx, userId: number): Promise<void> {
  await tx.query(`UPDATE users SET last_login_at = now() WHERE id = $1::bigint`, [userId]);
}
