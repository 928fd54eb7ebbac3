import type { Tx } from '@pii-vault/platform/postgres/database';

export interface PasswordRequest {
  readonly id: number;
  /** Id of the active account with the given address; null without one. */
  readonly userId: number | null;
  readonly email: string;
  readonly firstName: string;
}

export async function insertRequest(tx: Tx, emailKey: string): Promise<void> {
  await tx.query(`INSERT INTO password_requests (email_key) VALUES ($1::text)`, [emailKey]);
}

/** Requests to process now, leased for a minute. Requests older than an hour are dropped. */
export async function claimRequests(tx: Tx, limit: number): Promise<PasswordRequest[]> {
  await tx.query(`DELETE FROM password_requests WHERE created_at < now() - interval '1 hour'`);
  return tx.query<PasswordRequest>(
    `WITH due AS (
       SELECT id FROM password_requests WHERE try_at <= now() ORDER BY try_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ), claimed AS (
       UPDATE password_requests r SET try_at = now() + interval '1 minute' FROM due WHERE r.id = due.id
       RETURNING r.id, r.email_key
     )
     SELECT c.id, u.id AS "userId", u.email, u.first_name AS "firstName" FROM claimed c
     LEFT JOIN users u ON u.email_key = c.email_key AND u.deleted_at IS NULL AND u.status = 'active'`,
    [limit],
  );
}

export async function deleteRequests(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(`DELETE FROM password_requests WHERE id = ANY ($1::bigint[])`, [ids]);
}
