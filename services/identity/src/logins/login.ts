import type { Ctx } from '@pii-vault/platform/context/ctx';
import { invalidCredentials, isOverloaded, loginBlocked, loginThrottled } from '../errors.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { MAX_PASSWORD_LENGTH } from '../passwords/password-rules.ts';
import type { StartedSession } from '../sessions/start-session.ts';
import { emailKey } from '../users/user.ts';
import { addressBlock } from './address-block.ts';
import { describeAttempt, keptEmail, keptFingerprint, type LoginInput } from './attempt.ts';
import { attemptHistory } from './attempt-history.ts';
import { readFingerprint } from './device-fingerprint.ts';
import { isKnownDevice, newDeviceCookie, rememberDevice } from './known-devices.ts';
import { takeCode } from './login-code-store.ts';
import { type Account, findAccount } from './login-store.ts';
import { type LoginThrottle, THROTTLE_RETRY_MS } from './login-throttle.ts';
import { acceptLogin, type RecordAttemptDeps, recordRefusals } from './record-attempt.ts';
import { BLOCK_ABOVE, riskOf, VERIFY_FROM } from './risk-score.ts';
import type { SendCode } from './send-code.ts';

export interface LoginDeps extends RecordAttemptDeps {
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly throttle: LoginThrottle;
  readonly sendCode: SendCode;
  readonly loginRisk: 'record' | 'enforce';
}

export interface LoggedIn extends StartedSession {
  /** For a browser that had no good one. */
  readonly deviceCookie: string | undefined;
}

/**
 * E-mail and password to a session. Risk and throttle are decided before the password and the same for
 * accounts that do not exist; every way of being wrong takes the same steps and gives the same answer. Whose password
 * is not looked at because too many wait is not counted as a try; every attempt is a row of login_attempts.
 * @throws AppError INVALID_CREDENTIALS, LOGIN_THROTTLED, LOGIN_BLOCKED, OVERLOADED
 */
export function login(deps: LoginDeps) {
  const enterRefusal = recordRefusals(deps.db);
  return async (ctx: Ctx, input: LoginInput): Promise<LoggedIn> => {
    const key = emailKey(input.email);
    const address = { ipAddress: ctx.ipAddress.slice(0, 45), ipBlock: addressBlock(ctx.ipAddress) };
    const device = readFingerprint(input.deviceFingerprint);
    const asked = { ...address, email: keptEmail(input.email), fingerprint: keptFingerprint(device) };
    const [account, history, isKnown] = await deps.db.system(async (tx) => {
      const found = await findAccount(tx, key);
      const known = await isKnownDevice(tx, found?.id, input.deviceCookie);
      return [found, await attemptHistory(tx, { ...asked, userId: found?.id }), known] as const;
    });
    const { isKnownAddress } = history;
    const origin = { ...address, isKnownAddress, knownDevice: isKnown ? input.deviceCookie : undefined };
    const attempt = describeAttempt(input, ctx, address, device, riskOf(device, history, isKnown));
    const refuse = async (reason: string, error: unknown): Promise<never> => {
      await enterRefusal({ ctx, attempt, account, reason });
      throw error;
    };

    const { score, reasons, mayBlock } = attempt.risk;
    const isEnforced = deps.loginRisk === 'enforce';
    if (history.isBlocked || (isEnforced && mayBlock && score > BLOCK_ABOVE))
      return refuse('blocked', loginBlocked(reasons));
    const isAdmitted = await deps.throttle.admit(key, origin);
    const mustVerify = !isAdmitted || (isEnforced && score >= VERIFY_FROM && !isKnown);
    const challenge = () => refuse('throttled', loginThrottled(THROTTLE_RETRY_MS));
    if (mustVerify && !(await deps.throttle.mayVerify(key, origin))) return challenge();

    const password = input.password.slice(0, MAX_PASSWORD_LENGTH + 1);
    const who = { isKnown, deadlineAt: ctx.deadlineAt, signal: ctx.signal };
    const isRight = await deps.hasher.verify(password, account?.passwordHash, who).catch(async (error) => {
      if (isOverloaded(error)) await deps.throttle.giveBack(key, origin, mustVerify);
      else if (!ctx.signal.aborted) throw error;
      return refuse(isOverloaded(error) ? 'overloaded' : 'abandoned', error);
    });
    const entered = isRight && account?.status === 'active' ? account : undefined;
    // Asked for everybody, so that the time does not tell who had the right password.
    const isVerified =
      !mustVerify || (await deps.db.system((tx) => takeCode(tx, entered?.id ?? 0, input.code)));
    if (entered === undefined) {
      await deps.throttle.failed(key, origin);
      return mustVerify ? challenge() : refuse(failureReason(account), invalidCredentials());
    }
    if (!isVerified) {
      deps.sendCode(entered.id);
      return challenge();
    }
    await deps.throttle.succeeded(key, origin);
    const started = await acceptLogin(deps, ctx, attempt, entered, input.browser);
    return { ...started, deviceCookie: await keepDevice(deps, entered, input, isKnown) };
  };
}

async function keepDevice(deps: LoginDeps, account: Account, input: LoginInput, isKnown: boolean) {
  if (!input.browser) return undefined;
  const cookie = isKnown ? input.deviceCookie : newDeviceCookie();
  await deps.db.system((tx) => rememberDevice(tx, account.id, cookie));
  return isKnown ? undefined : cookie;
}

function failureReason(account: Account | undefined): string {
  if (account === undefined) return 'unknown_user';
  return account.status === 'active' ? 'wrong_password' : 'inactive_user';
}
