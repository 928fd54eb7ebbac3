import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import type { NewPassword } from '../../accounts/user-store.ts';
import { endAccess, endSessions } from '../end-access.ts';
import { forgetDevices } from '../logins/known-devices.ts';
import { findSession } from '../session-store.ts';
import { deleteLinks } from './password-link-store.ts';

/**
 * Stores the hash of a password set by a mailed link or an administrator, and ends all sessions, tokens and API
 * credentials of the user.
 */
export async function replacePassword(
  tx: Tx,
  ctx: Ctx,
  userId: number,
  password: NewPassword,
): Promise<void> {
  await storePassword(tx, userId, password);
  await endAccess(tx, ctx, userId, 'password_changed');
}

/**
 * Stores the hash of a password changed by its user, and ends all sessions except `keptSessionId`. The API credential
 * stays: it belongs to a system that the user runs, and is listed among the sessions.
 * @throws AppError UNAUTHENTICATED when the session has ended: the password may be a newer one than that of the caller
 */
export async function changeOwnPassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  keptSessionId: string,
): Promise<void> {
  await storePassword(tx, userId, { hash: passwordHash, isTemporary: false });
  await endSessions(tx, userId, 'password_changed', keptSessionId);
  // Read last: another change of the password locks it first, and ends the sessions in the same transaction.
  if ((await findSession(tx, keptSessionId))?.endedAt !== null) throw unauthenticated();
}

/** Voids mailed links and codes, and makes the devices unknown, so that a thief of any of them cannot use it. */
async function storePassword(tx: Tx, userId: number, { hash, isTemporary }: NewPassword): Promise<void> {
  await tx.query(
    `INSERT INTO user_passwords (user_id, password_hash, is_temporary) VALUES ($1::bigint, $2::text, $3::boolean)
     ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, is_temporary = excluded.is_temporary,
       changed_at = now()`,
    [userId, hash, isTemporary],
  );
  await deleteLinks(tx, userId);
  await forgetDevices(tx, userId);
}
