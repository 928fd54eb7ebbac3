import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { unauthenticated } from '@pii-vault/platform/tokens/verify-jwt';
import { loginThrottled, noSession, weakPassword, wrongPassword } from '../errors.ts';
import { findAccount } from '../logins/login-store.ts';
import { type LoginThrottle, THROTTLE_RETRY_MS } from '../logins/login-throttle.ts';
import { emailKey } from '../users/user.ts';
import { findUser } from '../users/user-store.ts';
import type { NotifyPasswordChanged } from './notify-password-changed.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { changePasswordProblems, MAX_PASSWORD_LENGTH } from './password-rules.ts';
import { setPassword } from './set-password.ts';

export interface ChangePasswordDeps {
  readonly db: Pick<Database, 'system'>;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly notify: NotifyPasswordChanged;
}

export interface ChangePasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Sets one's own password and signs every other session out. A stolen session must not become a stolen account, so
 * wrong current passwords count as failed logins.
 * @throws AppError NO_SESSION, WEAK_PASSWORD, WRONG_PASSWORD, LOGIN_THROTTLED, BUSY
 */
export function changePassword(deps: ChangePasswordDeps) {
  return async (ctx: Ctx, input: ChangePasswordInput): Promise<void> => {
    const { caller } = ctx;
    if (caller.kind !== 'user' || caller.clientId !== undefined) throw noSession();
    const problems = changePasswordProblems(input.newPassword);
    if (problems.length > 0) throw weakPassword('newPassword', problems);
    const user = await deps.db.system((tx) => findUser(tx, caller.userId));
    if (user === undefined) throw unauthenticated();
    await checkCurrent(deps, ctx, emailKey(user.email), input.currentPassword);
    const hash = await deps.hasher.hash(input.newPassword);
    await deps.db.system(async (tx) => {
      await setPassword(tx, user.id, hash, caller.sessionId);
      const objectIds = { userId: String(user.id) };
      const facts = { action: 'password_change', companyId: user.companyId ?? undefined, objectIds } as const;
      await tx.publish(auditMessage('identity', ctx, facts));
    });
    await deps.notify(user);
  };
}

async function checkCurrent(
  deps: ChangePasswordDeps,
  ctx: Ctx,
  key: string,
  password: string,
): Promise<void> {
  if (!(await deps.throttle.admit(key, ctx.ipAddress, true))) throw loginThrottled(THROTTLE_RETRY_MS);
  const account = await deps.db.system((tx) => findAccount(tx, key));
  const given = password.slice(0, MAX_PASSWORD_LENGTH + 1);
  if (!(await deps.hasher.verify(given, account?.passwordHash, ctx.signal))) {
    await deps.throttle.failed(key, ctx.ipAddress);
    throw wrongPassword();
  }
  await deps.throttle.succeeded(key, ctx.ipAddress);
}
