import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import { unauthenticated } from '@pii-vault/platform/tokens/verify-jwt';
import { noSession } from '../errors.ts';
import { sessionEnded } from '../events.ts';
import { endSession, findLiveSession } from './session-store.ts';

export interface EndSessionDeps {
  readonly db: Pick<Database, 'system'>;
}

/** Ends the caller's session. A second logout of the same session changes nothing. */
export function logout({ db }: EndSessionDeps) {
  return async (ctx: Ctx): Promise<void> => {
    if (ctx.caller.kind !== 'user' || ctx.caller.clientId !== undefined) throw noSession();
    await end(db, ctx, ctx.caller.sessionId);
  };
}

/** Ends a session of the caller, or a token made of or for it. @throws AppError NOT_FOUND */
export function endOwnSession({ db }: EndSessionDeps) {
  return async (ctx: Ctx, id: string): Promise<void> => {
    if (ctx.caller.kind !== 'user') throw unauthenticated();
    const { userId, sessionId, actorUserId } = ctx.caller;
    // A token made from a session ends itself and nothing else of its user.
    if (actorUserId !== undefined && id !== sessionId) throw notFound();
    if ((await db.system((tx) => findLiveSession(tx, userId, id))) === undefined) throw notFound();
    await end(db, ctx, id);
  };
}

function end(db: EndSessionDeps['db'], ctx: Ctx, id: string): Promise<void> {
  return db.system(async (tx) => {
    const ended = await endSession(tx, id, 'logout');
    if (ended === undefined) return;
    await tx.publish(sessionEnded({ id, userId: ended.userId }, 'logout'));
    await tx.publish(auditMessage('identity', ctx, { action: 'logout', objectIds: { sessionId: id } }));
  });
}
