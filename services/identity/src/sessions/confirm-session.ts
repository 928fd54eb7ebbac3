import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { FRESH_PROOF_MS } from '@pii-vault/platform/context/fresh-proof';
import type { Database } from '@pii-vault/platform/db/database';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { unauthenticated } from '@pii-vault/platform/tokens/verify-jwt';
import { noSession } from '../errors.ts';
import type { VerifyOwnPassword } from '../passwords/verify-own-password.ts';
import { markProven } from './session-store.ts';

export interface ConfirmSessionDeps {
  readonly db: Pick<Database, 'system'>;
  readonly verifyOwnPassword: VerifyOwnPassword;
  readonly now: () => number;
}

/**
 * Takes the password once more: for FRESH_PROOF_MS the session may mint and widen access. A wrong password is an entry of
 * the trail, too.
 * @returns when the proof ends
 * @throws AppError NO_SESSION, WRONG_PASSWORD, LOGIN_THROTTLED, OVERLOADED
 */
export function confirmSession({ db, verifyOwnPassword, now }: ConfirmSessionDeps) {
  return async (ctx: Ctx, password: string): Promise<Date> => {
    const { caller } = ctx;
    if (caller.kind !== 'user' || caller.clientId !== undefined || caller.actorUserId !== undefined)
      throw noSession('API credentials and delegated tokens have no session to confirm');
    const { sessionId, userId } = caller;
    const objectIds = { userId: String(userId), sessionId };
    await verifyOwnPassword(ctx, userId, password).catch(async (thrown: unknown) => {
      const { reason } = AppError.from(thrown);
      const facts = { action: 'session_confirm', decision: 'refused', reason, objectIds } as const;
      if (reason === 'WRONG_PASSWORD' || reason === 'LOGIN_THROTTLED')
        await db.system((tx) => tx.publish(auditMessage('identity', ctx, facts)));
      throw thrown;
    });
    const provenAt = now();
    await db.system(async (tx) => {
      if (!(await markProven(tx, sessionId, new Date(provenAt)))) throw unauthenticated();
      await tx.publish(auditMessage('identity', ctx, { action: 'session_confirm', objectIds }));
    });
    return new Date(provenAt + FRESH_PROOF_MS);
  };
}
