import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { caller } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { unauthenticated } from '@pii-vault/platform/tokens/verify-jwt';
import { SessionServiceService } from '@pii-vault/proto/identity/v1/sessions';
import { noSession } from '../errors.ts';
import { sessionEnded } from '../events.ts';
import { endSession, findSession } from './session-store.ts';
import type { DescribeSessionUser } from './session-user.ts';

export interface SessionRpcDeps {
  readonly db: Database;
  readonly describe: DescribeSessionUser;
}

export function sessionRpcs(deps: SessionRpcDeps): RpcService {
  const end = logout(deps);
  return serve(SessionServiceService, {
    getSession: {
      allow: caller(),
      handle: async (ctx) => {
        if (ctx.caller.kind !== 'user') throw unauthenticated();
        const { userId, sessionId } = ctx.caller;
        const session = await deps.db.system((tx) => findSession(tx, sessionId));
        return { user: await deps.describe(ctx, userId), expiresAt: session?.expiresAt };
      },
    },
    logout: {
      allow: caller(),
      handle: async (ctx) => {
        await end(ctx);
        return {};
      },
    },
  });
}

/** Ends the caller's session. A second logout of the same session changes nothing. */
function logout({ db }: Pick<SessionRpcDeps, 'db'>) {
  return async (ctx: Ctx): Promise<void> => {
    if (ctx.caller.kind !== 'user' || ctx.caller.clientId !== undefined) throw noSession();
    const { sessionId } = ctx.caller;
    await db.system(async (tx) => {
      const ended = await endSession(tx, sessionId, 'logout');
      if (ended === undefined) return;
      await tx.publish(sessionEnded({ id: sessionId, userId: ended.userId }, 'logout'));
      await tx.publish(auditMessage('identity', ctx, { action: 'logout' }));
    });
  };
}
