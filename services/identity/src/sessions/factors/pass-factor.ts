import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import type { FactorProof } from '../../accounts/factor.ts';
import { emailKey, type User } from '../../accounts/user.ts';
import { findUser } from '../../accounts/user-store.ts';
import { loginThrottled, nothingLacks } from '../../errors.ts';
import type { NotifyOwner } from '../../protection/notices/notify-owner.ts';
import { isKnownDevice, newDeviceCookie, rememberDevice } from '../logins/known-devices.ts';
import { type LoginThrottle, THROTTLE_RETRY_MS } from '../logins/login-throttle.ts';
import { enterSuccess, type RefusalRecorder } from '../logins/record-attempt.ts';
import { ABSOLUTE_LIFE_MS, type Session } from '../session.ts';
import { findSession, markFactorGiven } from '../session-store.ts';
import { ownSession } from './own-session.ts';
import { countRecoveryCodes } from './recovery-code-store.ts';
import type { VerifyFactor } from './verify-factor.ts';

export interface PassFactorDeps {
  readonly db: Pick<Database, 'system'>;
  readonly verifyFactor: VerifyFactor;
  readonly throttle: Pick<LoginThrottle, 'admitFactor' | 'factorSucceeded' | 'failed'>;
  readonly enterRefusal: RefusalRecorder;
  readonly notify: NotifyOwner;
  readonly now: () => number;
}

/**
 * The second step of a login: makes the session a full one and records the success. Wrong codes are counted per user,
 * separately for each device that the user has signed in with: an attacker with the password cannot lock out the owner
 * there. A passkey cannot be guessed and is not counted.
 * @returns a new device cookie for a browser without a valid one
 * @throws AppError NO_SESSION, NOTHING_LACKS, WRONG_FACTOR, CHALLENGE_OVER, LOGIN_THROTTLED
 */
export function passFactor(deps: PassFactorDeps) {
  return async (ctx: Ctx, proof: FactorProof, deviceCookie: string): Promise<string | undefined> => {
    const place = ownSession(ctx);
    if (ctx.caller.kind !== 'user' || ctx.caller.lacks !== 'second_factor') throw nothingLacks();
    const { session, user, isKnown } = await waiting(deps, place.sessionId, deviceCookie);
    const counter = isKnown ? deviceCookie : undefined;
    const refuse = (error: unknown) => enterWrong(deps, ctx, { session, user }, error);
    const isCounted = proof.kind !== 'passkey';
    if (isCounted && !(await deps.throttle.admitFactor(user.id, counter)))
      return refuse(loginThrottled(THROTTLE_RETRY_MS));
    await deps.verifyFactor(place, proof).catch(refuse);
    if (isCounted) await deps.throttle.factorSucceeded(user.id, counter);
    await enter(deps, ctx, { session, user }, proof);
    if (proof.kind === 'recovery_code') {
      const left = await deps.db.system((tx) => countRecoveryCodes(tx, user.id));
      deps.notify(ctx, user.id, { kind: 'recovery_code_used', left });
    }
    if (session.contextSha256 === null) return undefined;
    const cookie = isKnown ? deviceCookie : newDeviceCookie();
    await deps.db.system((tx) => rememberDevice(tx, user.id, cookie));
    return isKnown ? undefined : cookie;
  };
}

interface Waiting {
  readonly session: Session;
  readonly user: User;
}

function waiting(
  { db }: PassFactorDeps,
  sessionId: string,
  deviceCookie: string,
): Promise<Waiting & { readonly isKnown: boolean }> {
  return db.system(async (tx) => {
    const session = await findSession(tx, sessionId);
    const user = session && (await findUser(tx, session.userId));
    if (session === undefined || user === undefined) throw unauthenticated();
    if (session.factorAt !== null) throw nothingLacks();
    return { session, user, isKnown: await isKnownDevice(tx, user.id, deviceCookie) };
  });
}

async function enter(
  { db, now }: PassFactorDeps,
  ctx: Ctx,
  { session, user }: Waiting,
  { kind }: FactorProof,
): Promise<void> {
  const at = new Date(now());
  const expiresAt = new Date(session.createdAt.getTime() + ABSOLUTE_LIFE_MS);
  await db.system(async (tx) => {
    if (!(await markFactorGiven(tx, session.id, at, expiresAt))) throw unauthenticated();
    const objectIds = { userId: String(user.id), sessionId: session.id, factor: kind };
    if (session.pendingAttempt !== null)
      await enterSuccess(tx, ctx, { attempt: session.pendingAttempt, account: user, objectIds });
    else await tx.publish(auditMessage('identity', ctx, { action: 'session_confirm', objectIds }));
  });
}

/** A wrong factor is recorded as a failed login, or as an unconfirmed session. */
async function enterWrong(
  deps: PassFactorDeps,
  ctx: Ctx,
  { session, user }: Waiting,
  thrown: unknown,
): Promise<never> {
  const { reason } = AppError.from(thrown);
  if (reason !== 'WRONG_FACTOR' && reason !== 'LOGIN_THROTTLED') throw thrown;
  const attempt = session.pendingAttempt;
  if (attempt === null) {
    const objectIds = { userId: String(user.id), sessionId: session.id };
    const facts = { action: 'session_confirm', decision: 'refused', reason, objectIds } as const;
    await deps.db.system((tx) => tx.publish(auditMessage('identity', ctx, facts)));
    throw thrown;
  }
  if (reason === 'WRONG_FACTOR')
    await deps.throttle.failed(emailKey(user.email), { ipAddress: ctx.ipAddress });
  const failure = reason === 'WRONG_FACTOR' ? 'wrong_factor' : 'throttled';
  await deps.enterRefusal({ ctx, attempt, account: user, reason: failure });
  throw thrown;
}
