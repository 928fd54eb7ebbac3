import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import { endCredential } from '../credentials/end-credential.ts';
import { noSession } from '../errors.ts';
import { sessionEnded } from '../events.ts';
import { type LiveAccess, listAccess } from './live-access.ts';
import { endSession } from './session-store.ts';
import { listUserAccess, type UserAccessDeps } from './user-access.ts';

export interface EndSessionDeps {
  readonly db: Pick<Database, 'system'>;
}

/** Ends the caller's session. Repeating it changes nothing. */
export function logout({ db }: EndSessionDeps) {
  return async (ctx: Ctx): Promise<void> => {
    if (ctx.caller.kind !== 'user' || ctx.caller.clientId !== undefined) throw noSession();
    const { sessionId } = ctx.caller;
    await db.system((tx) => end(tx, ctx, sessionId));
  };
}

/** Ends a session of the caller, a token made by or for it, or its API credential. @throws AppError NOT_FOUND */
export function endOwnSession({ db }: EndSessionDeps) {
  return async (ctx: Ctx, id: string): Promise<void> => {
    if (ctx.caller.kind !== 'user') throw unauthenticated();
    const { userId, sessionId, actorUserId } = ctx.caller;
    // A token made from a session can end only itself.
    if (actorUserId !== undefined && id !== sessionId) throw notFound();
    await db.system(async (tx) => endListed(tx, ctx, await listAccess(tx, userId), id));
  };
}

/** Ends a session, token or API credential of a user that the caller manages. @throws AppError NOT_FOUND */
export function endUserSession(deps: UserAccessDeps) {
  const list = listUserAccess(deps);
  return async (ctx: Ctx, { id: userId, sid }: { id: number; sid: string }): Promise<void> => {
    const listed = await list(ctx, userId);
    await deps.db.system((tx) => endListed(tx, ctx, listed, sid));
  };
}

async function endListed(tx: Tx, ctx: Ctx, listed: readonly LiveAccess[], id: string): Promise<void> {
  const found = listed.find((each) => each.id === id);
  if (found === undefined) throw notFound();
  if (found.kind === 'api_credential') await endCredential(tx, ctx, found.userId);
  else await end(tx, ctx, id);
}

async function end(tx: Tx, ctx: Ctx, id: string): Promise<void> {
  const ended = await endSession(tx, id, 'logout');
  if (ended === undefined) return;
  await tx.publish(sessionEnded({ id, userId: ended.userId }, 'logout'));
  const objectIds = { userId: String(ended.userId), sessionId: id };
  await tx.publish(auditMessage('identity', ctx, { action: 'logout', objectIds }));
}
