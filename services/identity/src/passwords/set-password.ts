import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { forgetDevices } from '../logins/known-devices.ts';
import { endAccess, endSessions } from '../sessions/end-access.ts';
import { deleteLinks } from './password-link-store.ts';

/**
 * Stores the hash of a password that a mailed link or an administrator set: every session, token and API credential of
 * the user ends.
 */
export async function replacePassword(tx: Tx, ctx: Ctx, userId: number, passwordHash: string): Promise<void> {
  await storePassword(tx, userId, passwordHash);
  await endAccess(tx, ctx, userId, 'password_changed');
}

/**
 * Stores the hash of a password that its user changed knowing the former one: every session but `keptSessionId` ends.
 * The API credential stays: it belongs to a system that the user runs, and is listed among the sessions.
 */
export async function changeOwnPassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  keptSessionId: string,
): Promise<void> {
  await storePassword(tx, userId, passwordHash);
  await endSessions(tx, userId, 'password_changed', keptSessionId);
}

/**
 * Links and codes that wait in the mailbox become void and the devices unknown: a thief of any of them has lost it for
 * good.
 */
async function storePassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await tx.query(
    `INSERT INTO user_passwords (user_id, password_hash) VALUES ($1::bigint, $2::text)
     ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, changed_at = now()`,
    [userId, passwordHash],
  );
  await deleteLinks(tx, userId);
  await forgetDevices(tx, userId);
}
