import type { UserCaller } from '@pii-vault/platform/context/caller';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { caller } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { unauthenticated } from '@pii-vault/platform/tokens/verify-jwt';
import { SessionServiceService, type SessionUser } from '@pii-vault/proto/identity/v1/sessions';
import { type CreateApiTokenDeps, createApiToken } from './create-api-token.ts';
import { type CreateDemoTokenDeps, createDemoToken } from './create-demo-token.ts';
import { endOwnSession, logout } from './end-session.ts';
import { findSession, type LiveSession, listLiveSessions } from './session-store.ts';
import type { DescribeSessionUser } from './session-user.ts';

export interface SessionRpcDeps extends CreateApiTokenDeps, CreateDemoTokenDeps {
  readonly describe: DescribeSessionUser;
}

export function sessionRpcs(deps: SessionRpcDeps): RpcService {
  const end = logout(deps);
  const endOwn = endOwnSession(deps);
  const apiToken = createApiToken(deps);
  const demoToken = createDemoToken(deps);
  const allow = caller<unknown>();
  return serve(SessionServiceService, {
    getSession: {
      allow,
      handle: async (ctx) => {
        const who = userOf(ctx);
        const session = await deps.db.system((tx) => findSession(tx, who.sessionId));
        return { user: narrowed(await deps.describe(ctx, who.userId), who), expiresAt: session?.expiresAt };
      },
    },
    logout: { allow, handle: async (ctx) => end(ctx).then(() => ({})) },
    endSession: { allow, handle: async (ctx, req) => endOwn(ctx, req.id).then(() => ({})) },
    listSessions: {
      allow,
      handle: async (ctx) => {
        const { userId, sessionId, actorUserId } = userOf(ctx);
        const all = await deps.db.system((tx) => listLiveSessions(tx, userId));
        // A token made from a session sees itself and nothing else of its user.
        const sessions = actorUserId === undefined ? all : all.filter(({ id }) => id === sessionId);
        return { sessions: sessions.map((session) => toProto(session, sessionId)) };
      },
    },
    createApiToken: {
      allow,
      handle: async (ctx, req) => {
        const { role, password } = req;
        const input = { companyId: Number(req.companyId), userId: Number(req.userId), role, password };
        return { token: await apiToken(ctx, input) };
      },
    },
    createDemoToken: {
      allow,
      handle: async (ctx, req) => ({ token: await demoToken(ctx, Number(req.companyId)) }),
    },
  });
}

function userOf(ctx: Ctx): UserCaller {
  if (ctx.caller.kind !== 'user') throw unauthenticated();
  return ctx.caller;
}

/** What a token made from a session may do is what it says, not what its user may do. */
function narrowed(user: SessionUser, who: UserCaller): SessionUser {
  if (who.actorUserId === undefined) return user;
  const companies = [...who.companies].map(([companyId, held]) => {
    const own = user.companies.find((each) => Number(each.companyId) === companyId);
    return { companyId: BigInt(companyId), role: own?.role ?? user.role, permissions: [...held].sort() };
  });
  const permissions = [...new Set(companies.flatMap((each) => each.permissions))].sort();
  return { ...user, companies, permissions, isSuperAdmin: false };
}

function toProto(session: LiveSession, currentId: string) {
  return {
    ...session,
    userId: BigInt(session.userId),
    companyId: session.companyId === null ? undefined : BigInt(session.companyId),
    role: session.role ?? '',
    isCurrent: session.id === currentId,
  };
}
