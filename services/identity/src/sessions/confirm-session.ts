import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { FRESH_PROOF_MS } from '@pii-vault/platform/core/context/fresh-proof';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import type { FactorProof } from '../accounts/factor.ts';
import { findHolder } from '../accounts/roles/role-store.ts';
import { factorProofRequired, loginThrottled, noSession } from '../errors.ts';
import type { MustHaveFactor } from './factors/factor-policy.ts';
import { hasFactor } from './factors/factor-store.ts';
import type { VerifyFactor } from './factors/verify-factor.ts';
import { type LoginThrottle, THROTTLE_RETRY_MS } from './logins/login-throttle.ts';
import type { VerifyOwnPassword } from './passwords/verify-own-password.ts';
import { markFactorGiven, markProven } from './session-store.ts';

export interface ConfirmSessionDeps {
  readonly db: Pick<Database, 'system'>;
  readonly verifyOwnPassword: VerifyOwnPassword;
  readonly verifyFactor: VerifyFactor;
  readonly throttle: Pick<LoginThrottle, 'admitOwn' | 'ownSucceeded'>;
  readonly mustHaveFactor: MustHaveFactor;
  readonly now: () => number;
}

export type SessionProof =
  | { readonly kind: 'password'; readonly password: string }
  | Exclude<FactorProof, { readonly kind: 'recovery_code' }>;

/** Reasons that are recorded in the trail: refused proofs. */
const ENTERED = ['WRONG_PASSWORD', 'WRONG_FACTOR', 'LOGIN_THROTTLED', 'FACTOR_PROOF_REQUIRED'];

/**
 * Verifies a second factor, or the password, again: for FRESH_PROOF_MS the session may create and widen access. A
 * refused proof is recorded in the trail, too.
 * @returns when the proof expires
 * @throws AppError NO_SESSION, WRONG_PASSWORD, WRONG_FACTOR, CHALLENGE_OVER, FACTOR_PROOF_REQUIRED, LOGIN_THROTTLED,
 * OVERLOADED
 */
export function confirmSession(deps: ConfirmSessionDeps) {
  const { db, now } = deps;
  return async (ctx: Ctx, proof: SessionProof): Promise<Date> => {
    const { caller } = ctx;
    if (caller.kind !== 'user' || caller.clientId !== undefined || caller.actorUserId !== undefined)
      throw noSession('API credentials and delegated tokens have no session to confirm');
    const place = { sessionId: caller.sessionId, userId: caller.userId };
    const objectIds = { userId: String(place.userId), sessionId: place.sessionId };
    await verify(deps, ctx, place, proof).catch(async (thrown: unknown) => {
      const { reason } = AppError.from(thrown);
      const facts = { action: 'session_confirm', decision: 'refused', reason, objectIds } as const;
      if (ENTERED.includes(reason)) await db.system((tx) => tx.publish(auditMessage('identity', ctx, facts)));
      throw thrown;
    });
    const provenAt = now();
    const mark = proof.kind === 'password' ? markProven : markFactorGiven;
    await db.system(async (tx) => {
      if (!(await mark(tx, place.sessionId, new Date(provenAt)))) throw unauthenticated();
      const ids = { ...objectIds, proof: proof.kind };
      await tx.publish(auditMessage('identity', ctx, { action: 'session_confirm', objectIds: ids }));
    });
    return new Date(provenAt + FRESH_PROOF_MS);
  };
}

/** Wrong codes share the tries of the password; a passkey cannot be guessed and is not counted. */
async function verify(
  deps: ConfirmSessionDeps,
  ctx: Ctx,
  place: { sessionId: string; userId: number },
  proof: SessionProof,
): Promise<void> {
  const { userId } = place;
  if (proof.kind === 'passkey') return deps.verifyFactor(place, proof);
  if (proof.kind === 'totp') {
    if (!(await deps.throttle.admitOwn(userId))) throw loginThrottled(THROTTLE_RETRY_MS);
    await deps.verifyFactor(place, proof);
    return deps.throttle.ownSucceeded(userId);
  }
  if (await isFactorOnly(deps, userId)) throw factorProofRequired();
  return deps.verifyOwnPassword(ctx, userId, proof.password);
}

/** A user who must have a factor and has none yet may use the password, to add one. */
export async function isFactorOnly(
  { db, mustHaveFactor }: Pick<ConfirmSessionDeps, 'db' | 'mustHaveFactor'>,
  userId: number,
): Promise<boolean> {
  return db.system(async (tx) => {
    const holder = await findHolder(tx, userId);
    if (holder === undefined || !(await mustHaveFactor(tx, holder))) return false;
    return hasFactor(tx, userId);
  });
}
