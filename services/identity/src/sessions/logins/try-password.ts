import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { MAX_PASSWORD_LENGTH } from '../../accounts/password-rules.ts';
import { invalidCredentials, isOverloaded, loginThrottled } from '../../errors.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { addressBlock } from './address-block.ts';
import { type FailureReason, failureOf, type LoginInput } from './attempt.ts';
import { takeCode } from './login-code-store.ts';
import type { Account } from './login-store.ts';
import { type LoginOrigin, type LoginThrottle, THROTTLE_RETRY_MS } from './login-throttle.ts';
import type { SendCode } from './send-code.ts';

export interface TryPasswordDeps {
  readonly db: Pick<Database, 'system'>;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly throttle: LoginThrottle;
  readonly sendCode: SendCode;
}

/** A login that is admitted to the password check. */
export interface PasswordTry {
  readonly ctx: Ctx;
  readonly key: string;
  readonly origin: LoginOrigin;
  readonly account: Account | undefined;
  readonly input: Pick<LoginInput, 'password' | 'code'>;
  /** The mailed code is required, too. */
  readonly mustVerify: boolean;
  /** Records the refusal and throws its error. */
  refuse(reason: FailureReason, error: unknown): Promise<never>;
}

/**
 * The account after a correct password, and a correct code where one is required. If the password was not checked,
 * because the queue is too long or the client has disconnected, the throttle undoes its count. An error of the hasher
 * is rethrown: it is no refusal, and its try stays counted.
 * @throws what `refuse` throws
 */
export function tryPassword({ db, hasher, throttle, sendCode }: TryPasswordDeps) {
  return async ({ ctx, key, origin, account, input, mustVerify, refuse }: PasswordTry): Promise<Account> => {
    const challenge = () => refuse('throttled', loginThrottled(THROTTLE_RETRY_MS));
    const password = input.password.slice(0, MAX_PASSWORD_LENGTH + 1);
    const isKnown = origin.knownDevice !== undefined;
    const who = {
      isKnown,
      source: addressBlock(origin.ipAddress),
      isReturning: !isKnown && (await throttle.isReturning(key, origin)),
      deadlineAt: ctx.deadlineAt,
      signal: ctx.signal,
    };
    const isRight = await hasher.verify(password, account?.passwordHash, who).catch(async (error) => {
      const reason = untriedBy(error, ctx.signal);
      if (reason === undefined) throw error;
      await throttle.giveBack(key, origin, mustVerify);
      await throttle.turnedAway(key, origin);
      return refuse(reason, error);
    });
    const entered = isRight && account?.status === 'active' ? account : undefined;
    // Checked for every login, so that the time does not show who had the correct password.
    const isVerified = !mustVerify || (await db.system((tx) => takeCode(tx, entered?.id ?? 0, input.code)));
    if (entered === undefined) {
      await throttle.failed(key, origin);
      return mustVerify ? challenge() : refuse(failureOf(account), invalidCredentials());
    }
    if (isVerified) return entered;
    sendCode(entered.id);
    return challenge();
  };
}

/** Undefined for an internal error. A client that disconnects during the check has used a try. */
function untriedBy(error: unknown, signal: AbortSignal): FailureReason | undefined {
  if (isOverloaded(error)) return 'overloaded';
  return signal.aborted && error === signal.reason ? 'abandoned' : undefined;
}
