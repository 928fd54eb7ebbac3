import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { emailKey } from '../../accounts/user.ts';
import { invalidCredentials, loginBlocked, loginSlowed, loginThrottled } from '../../errors.ts';
import { attemptHistory } from '../../protection/attempt-history.ts';
import { readFingerprint } from '../../protection/device-fingerprint.ts';
import { BLOCK_ABOVE, riskOf, VERIFY_FROM } from '../../protection/risk-score.ts';
import { hasFactor } from '../factors/factor-store.ts';
import type { StartedSession } from '../start-session.ts';
import { addressBlock } from './address-block.ts';
import {
  describeAttempt,
  type FailureReason,
  keptEmail,
  keptFingerprint,
  type LoginInput,
} from './attempt.ts';
import { isKnownDevice, newDeviceCookie, rememberDevice } from './known-devices.ts';
import { type Account, findAccount, noteLanguage } from './login-store.ts';
import { SLOW_ADDRESS, THROTTLE_RETRY_MS } from './login-throttle.ts';
import { acceptLogin, awaitFactor, type RecordAttemptDeps, type RefusalRecorder } from './record-attempt.ts';
import { type TryPasswordDeps, tryPassword } from './try-password.ts';

export interface LoginDeps extends RecordAttemptDeps, TryPasswordDeps {
  readonly loginRisk: 'record' | 'enforce';
  readonly enterRefusal: RefusalRecorder;
}

export interface LoggedIn extends StartedSession {
  /** For a browser without a valid one. */
  readonly deviceCookie: string | undefined;
}

/**
 * Exchanges e-mail and password for a session, or for a restricted one if the user has a second factor (see
 * passFactor). Risk and throttle are decided before the password check, and equally for accounts that do not exist;
 * every failure takes the same steps and gives the same answer. Each attempt is stored in login_attempts before the
 * answer, also if the password was not checked, except after an internal error or QUEUE_FULL.
 * @throws AppError INVALID_CREDENTIALS, LOGIN_THROTTLED, LOGIN_SLOWED, LOGIN_BLOCKED, OVERLOADED; QUEUE_FULL when too
 * many refusals wait to be stored
 */
export function login(deps: LoginDeps) {
  const { enterRefusal } = deps;
  const passwordTried = tryPassword(deps);
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
    const refuse = async (reason: FailureReason, error: unknown): Promise<never> => {
      await enterRefusal({ ctx, attempt, account, reason });
      throw error;
    };

    const { score, reasons, mayBlock } = attempt.risk;
    const isEnforced = deps.loginRisk === 'enforce';
    if (history.isBlocked || (isEnforced && mayBlock && score > BLOCK_ABOVE))
      return refuse('blocked', loginBlocked(reasons));
    const admission = await deps.throttle.admit(key, origin);
    if (admission === 'later') {
      await deps.throttle.turnedAway(key, origin);
      return refuse('throttled', loginSlowed(SLOW_ADDRESS.retryMs));
    }
    const mustVerify = admission === 'verify' || (isEnforced && score >= VERIFY_FROM && !isKnown);
    if (mustVerify && !(await deps.throttle.mayVerify(key, origin)))
      return refuse('throttled', loginThrottled(THROTTLE_RETRY_MS));

    const entered = await passwordTried({ ctx, key, origin, account, input, mustVerify, refuse });
    await deps.throttle.succeeded(key, origin);
    const mustWait = await deps.db.system(async (tx) => {
      await noteLanguage(tx, entered.id, input.language);
      return hasFactor(tx, entered.id);
    });
    const start = mustWait ? awaitFactor : acceptLogin;
    const started = await start(deps, ctx, attempt, entered, input.browser);
    if (started === undefined) return refuse('wrong_password', invalidCredentials());
    if (mustWait) return { ...started, deviceCookie: undefined };
    return { ...started, deviceCookie: await keepDevice(deps, entered, input, isKnown) };
  };
}

async function keepDevice(deps: LoginDeps, account: Account, input: LoginInput, isKnown: boolean) {
  if (!input.browser) return undefined;
  const cookie = isKnown ? input.deviceCookie : newDeviceCookie();
  await deps.db.system((tx) => rememberDevice(tx, account.id, cookie));
  return isKnown ? undefined : cookie;
}
