import type { SessionLack } from '@pii-vault/platform/core/context/caller';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Holder } from '../../accounts/roles/role-store.ts';
import { hasTemporaryPassword } from '../logins/login-store.ts';
import type { Session } from '../session.ts';
import type { MustHaveFactor } from './factor-policy.ts';
import { hasFactor } from './factor-store.ts';

/**
 * What a login session lacks by the password, and the current roles, policy and factors. It applies to running
 * sessions, too: when a user gets a role that must have a factor, or loses the last factor. Tokens are not affected. A
 * temporary password is changed before a factor is added: an administrator who knows it must not add the user's factor.
 */
export async function lackOf(
  tx: Tx,
  session: Pick<Session, 'factorAt' | 'pendingAttempt' | 'delegation'>,
  holder: Holder,
  mustHave: MustHaveFactor,
): Promise<SessionLack | undefined> {
  if (session.delegation !== null) return undefined;
  if (session.pendingAttempt !== null) return 'second_factor';
  if (await hasTemporaryPassword(tx, holder.id)) return 'new_password';
  if (session.factorAt !== null || !(await mustHave(tx, holder))) return undefined;
  return (await hasFactor(tx, holder.id)) ? 'second_factor' : 'factor_enrolment';
}
