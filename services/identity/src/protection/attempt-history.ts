import { isIP } from 'node:net';
import type { Tx } from '@pii-vault/platform/postgres/database';

/** Facts that the server has before the password check. */
export interface AttemptHistory {
  readonly isBlocked: boolean;
  /** The account has signed in from this address block within 30 days. */
  readonly isKnownAddress: boolean;
  /** Failed logins from this address block in the last hour, for any account; counted to 20. */
  readonly failures: number;
  /** Different accounts among the newest of those failures; counted in 100. */
  readonly accountsFromAddress: number;
  /** The same for the claimed device. */
  readonly accountsFromDevice: number;
  /** Attempts at this account in the last ten minutes, from any address, without untried ones; counted to 10. */
  readonly pace: number;
}

export interface Asked {
  readonly ipAddress: string;
  readonly ipBlock: string;
  /** As stored with the attempt. */
  readonly email: string;
  readonly fingerprint: string | undefined;
  readonly userId: number | undefined;
}

const SAMPLE = 100;

/** Runs the same queries for an account that does not exist. */
export async function attemptHistory(tx: Tx, asked: Asked): Promise<AttemptHistory> {
  const [history] = await tx.query<AttemptHistory>(ATTEMPT_HISTORY, [
    inetOf(asked.ipAddress),
    asked.ipBlock,
    asked.userId ?? 0,
    asked.email,
    asked.fingerprint,
  ]);
  if (history === undefined) throw new Error('A query without FROM returned no row');
  return history;
}

const accountsOf = (column: string, parameter: string) => `(SELECT count(DISTINCT email_key) FROM (
    SELECT email_key FROM login_attempts WHERE ${column} = ${parameter}::text AND NOT success AND NOT untried
      AND created_at > now() - interval '1 hour' ORDER BY created_at DESC LIMIT ${SAMPLE}) newest)`;

export const ATTEMPT_HISTORY = `SELECT
  EXISTS (SELECT FROM blocked_ips WHERE range >>= $1::inet
          AND (blocked_until IS NULL OR blocked_until > now())) AS "isBlocked",
  EXISTS (SELECT FROM login_attempts WHERE user_id = $3::bigint AND ip_block = $2::text AND success
          AND created_at > now() - interval '30 days') AS "isKnownAddress",
  (SELECT count(*) FROM (SELECT FROM login_attempts WHERE ip_block = $2::text AND NOT success AND NOT untried
     AND created_at > now() - interval '1 hour' LIMIT 20) recent) AS failures,
  ${accountsOf('ip_block', '$2')} AS "accountsFromAddress",
  ${accountsOf('fingerprint', '$5')} AS "accountsFromDevice",
  (SELECT count(*) FROM (SELECT FROM login_attempts WHERE email_key = lower($4::text) AND email_key <> '' AND NOT untried
     AND created_at > now() - interval '10 minutes' LIMIT 10) recent) AS pace`;

// PostgreSQL supports no zones; text that is no address is in no range.
function inetOf(ipAddress: string): string | null {
  const address = ipAddress.split('%')[0] ?? '';
  return isIP(address) === 0 ? null : address;
}
