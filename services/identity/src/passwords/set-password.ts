import type { Tx } from '@pii-vault/platform/db/database';
import { sessionEnded } from '../events.ts';
import { forgetDevices } from '../logins/known-devices.ts';
import { endSessionsOf } from '../sessions/session-store.ts';
import { deleteLinks } from './password-link-store.ts';

/**
 * Stores a new password hash, ends the user's sessions but `keptSessionId`, and makes links and codes that wait
 * in its mailbox void and its devices unknown: who lost control of any of them has lost it for good.
 */
export async function setPassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  keptSessionId?: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO user_passwords (user_id, password_hash) VALUES ($1::bigint, $2::text)
     ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, changed_at = now()`,
    [userId, passwordHash],
  );
  await deleteLinks(tx, userId);
  await forgetDevices(tx, userId);
  const ended = await endSessionsOf(tx, userId, 'password_changed', keptSessionId);
  await tx.publishAll(ended.map((id) => sessionEnded({ id, userId }, 'password_changed')));
}
