import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/db/database';
import type { AppError } from '@pii-vault/platform/errors/app-error';
import { invalidCredentials, loginBlocked, loginThrottled } from '../errors.ts';
import { loginAttempted } from '../events.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { MAX_PASSWORD_LENGTH } from '../passwords/password-rules.ts';
import { asUser } from '../sessions/as-user.ts';
import type { StartedSession, StartSession } from '../sessions/start-session.ts';
import { emailKey } from '../users/user.ts';
import { addressBlock } from './address-block.ts';
import { type Attempt, attemptRow, describeAttempt, type LoginInput } from './attempt.ts';
import { readFingerprint } from './device-fingerprint.ts';
import { type Account, addressFacts, findAccount, insertAttempt, noteLogin } from './login-store.ts';
import { type LoginThrottle, THROTTLE_RETRY_MS } from './login-throttle.ts';
import { BLOCK_ABOVE, riskOf } from './risk-score.ts';

export interface LoginDeps {
  readonly db: Pick<Database, 'system'>;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly throttle: LoginThrottle;
  readonly startSession: StartSession;
  readonly loginRisk: 'record' | 'enforce';
}

/**
 * E-mail and password to a session. Risk and throttle are decided before the password and the same for
 * accounts that do not exist; every way of being wrong takes the same steps and gives the same answer.
 * @throws AppError INVALID_CREDENTIALS, LOGIN_THROTTLED, LOGIN_BLOCKED, BUSY
 */
export function login(deps: LoginDeps) {
  return async (ctx: Ctx, input: LoginInput): Promise<StartedSession> => {
    const key = emailKey(input.email);
    const address = { ipAddress: ctx.ipAddress.slice(0, 45), ipBlock: addressBlock(ctx.ipAddress) };
    const [account, facts] = await deps.db.system(async (tx) => {
      const found = await findAccount(tx, key);
      return [found, await addressFacts(tx, address, found?.id)];
    });
    const device = readFingerprint(input.deviceFingerprint);
    const attempt = describeAttempt(input, ctx, address, device, riskOf(device, facts));

    if (deps.loginRisk === 'enforce' && attempt.risk.score > BLOCK_ABOVE)
      return refuse(deps, ctx, attempt, account, {
        reason: 'blocked',
        error: loginBlocked(attempt.risk.reasons),
      });
    if (!(await deps.throttle.admit(key, ctx.ipAddress, facts.isKnown)))
      return refuse(deps, ctx, attempt, account, {
        reason: 'throttled',
        error: loginThrottled(THROTTLE_RETRY_MS),
      });

    const password = input.password.slice(0, MAX_PASSWORD_LENGTH + 1);
    const isRight = await deps.hasher.verify(password, account?.passwordHash, ctx.signal);
    if (account === undefined || !isRight || account.status !== 'active') {
      await deps.throttle.failed(key, ctx.ipAddress);
      return refuse(deps, ctx, attempt, account, {
        reason: failureReason(account),
        error: invalidCredentials(),
      });
    }
    await deps.throttle.succeeded(key, ctx.ipAddress);
    return accept(deps, ctx, attempt, account, input.browser);
  };
}

function failureReason(account: Account | undefined): string {
  if (account === undefined) return 'unknown_user';
  return account.status === 'active' ? 'wrong_password' : 'inactive_user';
}

async function accept(deps: LoginDeps, ctx: Ctx, attempt: Attempt, account: Account, browser: boolean) {
  const started = await deps.startSession.prepare(ctx, account, browser);
  await deps.db.system(async (tx) => {
    await deps.startSession.store(tx, started);
    await noteLogin(tx, account.id);
    const attemptId = await record(tx, attempt, account, undefined);
    const objectIds = { attemptId: String(attemptId) };
    const companyId = account.companyId ?? undefined;
    const user = asUser(ctx, account.id, started.session.id);
    await tx.publish(auditMessage('identity', user, { action: 'login_success', companyId, objectIds }));
  });
  return started;
}

async function refuse(
  deps: LoginDeps,
  ctx: Ctx,
  attempt: Attempt,
  account: Account | undefined,
  outcome: { reason: string; error: AppError },
): Promise<never> {
  await deps.db.system(async (tx) => {
    const attemptId = await record(tx, attempt, account, outcome.reason);
    const objectIds = {
      attemptId: String(attemptId),
      ...(account === undefined ? {} : { userId: String(account.id) }),
    };
    const companyId = account?.companyId ?? undefined;
    const reason = outcome.reason.toUpperCase();
    const facts = { action: 'login_failure', companyId, decision: 'refused', reason, objectIds } as const;
    await tx.publish(auditMessage('identity', ctx, facts));
  });
  throw outcome.error;
}

async function record(tx: Tx, attempt: Attempt, account: Account | undefined, reason: string | undefined) {
  const row = attemptRow(attempt, account?.id ?? null, reason);
  const attemptId = await insertAttempt(tx, row);
  await tx.publish(loginAttempted({ ...row, attemptId, companyId: account?.companyId ?? null }));
  return attemptId;
}
