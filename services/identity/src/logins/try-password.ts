import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { invalidCredentials, isOverloaded, loginThrottled } from '../errors.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { MAX_PASSWORD_LENGTH } from '../passwords/password-rules.ts';
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

/** A login that has come to its password. */
export interface PasswordTry {
  readonly ctx: Ctx;
  readonly key: string;
  readonly origin: LoginOrigin;
  readonly account: Account | undefined;
  readonly input: Pick<LoginInput, 'password' | 'code'>;
  /** The mailed code is asked for, too. */
  readonly mustVerify: boolean;
  /** Enters why it is not let in, and throws the error. */
  refuse(reason: FailureReason, error: unknown): Promise<never>;
}

/**
 * The account with the right password, and the right code where one is needed. A password that was not checked, because
 * too many wait or the client has gone, is no try: the throttle takes back its count. A fault of the hasher is thrown
 * as it is: it is no refusal, and its try stays counted.
 * @throws what `refuse` throws
 */
export function tryPassword({ db, hasher, throttle, sendCode }: TryPasswordDeps) {
  return async ({ ctx, key, origin, account, input, mustVerify, refuse }: PasswordTry): Promise<Account> => {
    const challenge = () => refuse('throttled', loginThrottled(THROTTLE_RETRY_MS));
    const password = input.password.slice(0, MAX_PASSWORD_LENGTH + 1);
    const isKnown = origin.knownDevice !== undefined;
    const who = { isKnown, deadlineAt: ctx.deadlineAt, signal: ctx.signal };
    const isRight = await hasher.verify(password, account?.passwordHash, who).catch(async (error) => {
      const reason = untriedBy(error, ctx.signal);
      if (reason === undefined) throw error;
      await throttle.giveBack(key, origin, mustVerify);
      return refuse(reason, error);
    });
    const entered = isRight && account?.status === 'active' ? account : undefined;
    // Asked for everybody, so that the time does not tell who had the right password.
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

/** Undefined for a fault. Who goes while its password is looked at is answered all the same: that is a try. */
function untriedBy(error: unknown, signal: AbortSignal): FailureReason | undefined {
  if (isOverloaded(error)) return 'overloaded';
  return signal.aborted && error === signal.reason ? 'abandoned' : undefined;
}
