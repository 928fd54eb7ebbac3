import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import { extendAccountChanges } from '../../accounts/changes/account-changes.ts';
import { changePasswordProblems, SAME_AS_TEMPORARY } from '../../accounts/password-rules.ts';
import { findUser } from '../../accounts/user-store.ts';
import { noSession, weakPassword } from '../../errors.ts';
import type { NotifyOwner } from '../../protection/notices/notify-owner.ts';
import { isFactorOnly } from '../confirm-session.ts';
import type { MustHaveFactor } from '../factors/factor-policy.ts';
import { markProven } from '../session-store.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { changeOwnPassword } from './set-password.ts';
import type { VerifyOwnPassword } from './verify-own-password.ts';

export interface ChangePasswordDeps {
  readonly db: Pick<Database, 'system'>;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly verifyOwnPassword: VerifyOwnPassword;
  readonly mustHaveFactor: MustHaveFactor;
  readonly notify: NotifyOwner;
  /** Days for which a change of an account by another one counts. */
  readonly independenceDays: number;
  readonly now: () => number;
}

export interface ChangePasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** In the form that is hashed. */
const isSame = (one: string, other: string) => one.normalize('NFC') === other.normalize('NFC');

/**
 * Sets one's own password and ends all other sessions. Proves the session like the password at POST /auth/confirm. A
 * token made from a session cannot call it.
 * @throws AppError NO_SESSION, WEAK_PASSWORD, WRONG_PASSWORD, LOGIN_THROTTLED, OVERLOADED
 */
export function changePassword(deps: ChangePasswordDeps) {
  return async (ctx: Ctx, input: ChangePasswordInput): Promise<void> => {
    const { caller } = ctx;
    if (caller.kind !== 'user' || caller.clientId !== undefined || caller.actorUserId !== undefined)
      throw noSession();
    const problems = changePasswordProblems(input.newPassword);
    if (problems.length > 0) throw weakPassword('newPassword', problems);
    if (caller.lacks === 'new_password' && isSame(input.newPassword, input.currentPassword))
      throw weakPassword('newPassword', [SAME_AS_TEMPORARY]);
    const user = await deps.db.system((tx) => findUser(tx, caller.userId));
    if (user === undefined) throw unauthenticated();
    await deps.verifyOwnPassword(ctx, user.id, input.currentPassword);
    const hash = await deps.hasher.hash(input.newPassword, ctx);
    const isFactorAsked = await isFactorOnly(deps, user.id);
    await deps.db.system(async (tx) => {
      await changeOwnPassword(tx, user.id, hash, caller.sessionId);
      await extendAccountChanges(tx, user.id, 'password', deps.independenceDays);
      if (!isFactorAsked) await markProven(tx, caller.sessionId, new Date(deps.now()));
      const objectIds = { userId: String(user.id) };
      const facts = { action: 'password_change', companyId: user.companyId ?? undefined, objectIds } as const;
      await tx.publish(auditMessage('identity', ctx, facts));
    });
    deps.notify(ctx, user.id, { kind: 'password_changed' });
  };
}
