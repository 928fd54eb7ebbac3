import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import { MAX_PASSWORD_LENGTH } from '../../accounts/password-rules.ts';
import { findUser } from '../../accounts/user-store.ts';
import { afterOverloaded, loginThrottled, wrongPassword } from '../../errors.ts';
import { findPasswordHash } from '../logins/login-store.ts';
import { type LoginThrottle, THROTTLE_RETRY_MS } from '../logins/login-throttle.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface VerifyOwnPasswordDeps {
  readonly db: Pick<Database, 'system'>;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly throttle: Pick<LoginThrottle, 'admitOwn' | 'ownSucceeded' | 'giveBackOwn'>;
}

/**
 * Checks the password of a signed-in user again. Tries are counted per user, from any address: a stolen session must
 * not lead to a stolen account. A try refused as OVERLOADED is not counted.
 * @throws AppError WRONG_PASSWORD, LOGIN_THROTTLED, OVERLOADED
 */
export function verifyOwnPassword(deps: VerifyOwnPasswordDeps) {
  return async (ctx: Ctx, userId: number, password: string): Promise<void> => {
    const user = await deps.db.system((tx) => findUser(tx, userId));
    if (user === undefined) throw unauthenticated();
    if (!(await deps.throttle.admitOwn(userId))) throw loginThrottled(THROTTLE_RETRY_MS);
    // Looked up by id, not by address: another company's user may sign in with that address.
    const hash = await deps.db.system((tx) => findPasswordHash(tx, userId));
    const given = password.slice(0, MAX_PASSWORD_LENGTH + 1);
    const { deadlineAt, signal } = ctx;
    const who = { isKnown: true, deadlineAt, signal };
    const isRight = await deps.hasher
      .verify(given, hash, who)
      .catch(afterOverloaded(() => deps.throttle.giveBackOwn(userId)));
    if (!isRight) throw wrongPassword();
    await deps.throttle.ownSucceeded(userId);
  };
}
export type VerifyOwnPassword = ReturnType<typeof verifyOwnPassword>;
