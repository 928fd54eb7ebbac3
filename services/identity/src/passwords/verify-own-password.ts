import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import { afterOverloaded, loginThrottled, wrongPassword } from '../errors.ts';
import { findPasswordHash } from '../logins/login-store.ts';
import { type LoginThrottle, THROTTLE_RETRY_MS } from '../logins/login-throttle.ts';
import { findUser } from '../users/user-store.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { MAX_PASSWORD_LENGTH } from './password-rules.ts';

export interface VerifyOwnPasswordDeps {
  readonly db: Pick<Database, 'system'>;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly throttle: Pick<LoginThrottle, 'admitOwn' | 'ownSucceeded' | 'giveBackOwn'>;
}

/**
 * Asks a signed-in user for its password again. Tries are counted by the user: a stolen session must not become a
 * stolen account, from however many addresses it is used. A try that is refused as OVERLOADED is given back.
 * @throws AppError WRONG_PASSWORD, LOGIN_THROTTLED, OVERLOADED
 */
export function verifyOwnPassword(deps: VerifyOwnPasswordDeps) {
  return async (ctx: Ctx, userId: number, password: string): Promise<void> => {
    const user = await deps.db.system((tx) => findUser(tx, userId));
    if (user === undefined) throw unauthenticated();
    if (!(await deps.throttle.admitOwn(userId))) throw loginThrottled(THROTTLE_RETRY_MS);
    // Not by its address: with that another company's user may sign in.
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
