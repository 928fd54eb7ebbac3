import { SESSION_LACKS, type UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { type Allow, caller, evenLacking, freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, type RpcSpecs, serve } from '@pii-vault/platform/rpc/serve';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import {
  type ConfirmSessionRequest,
  SessionsService,
  type SessionUser,
} from '@pii-vault/proto/identity/v1/sessions';
import { type ConfirmSessionDeps, confirmSession, type SessionProof } from './confirm-session.ts';
import { type CreateApiTokenDeps, createApiToken } from './create-api-token.ts';
import { type CreateDemoTokenDeps, createDemoToken } from './create-demo-token.ts';
import { TOKEN_LIFE } from './delegation.ts';
import { endOwnSession, endUserSession, logout } from './end-session.ts';
import { type LiveAccess, listAccess } from './live-access.ts';
import { describeLack, withoutPermissions } from './restricted-session.ts';
import { findSession } from './session-store.ts';
import type { DescribeSessionUser } from './session-user.ts';
import { listUserAccess } from './user-access.ts';

export interface SessionRpcDeps extends CreateApiTokenDeps, CreateDemoTokenDeps, ConfirmSessionDeps {
  readonly db: CreateApiTokenDeps['db'];
  readonly describe: DescribeSessionUser;
}

export function sessionRpcs(deps: SessionRpcDeps): RpcService {
  const end = logout(deps);
  const endOwn = endOwnSession(deps);
  const allow = caller<unknown>();
  return serve(SessionsService, {
    getSession: {
      allow: evenLacking(SESSION_LACKS, allow),
      handle: async (ctx) => {
        const who = userOf(ctx);
        const [session, lacks] = await deps.db.system(async (tx) => [
          await findSession(tx, who.sessionId),
          await describeLack(tx, who.userId, who.lacks),
        ]);
        const user = narrowed(await deps.describe(ctx, who.userId), who);
        return { user, expiresAt: session?.expiresAt, lacks };
      },
    },
    ...ofUsers(deps),
    ...proven(deps),
    logout: { allow: evenLacking(SESSION_LACKS, allow), handle: async (ctx) => end(ctx).then(() => ({})) },
    endSession: { allow, handle: async (ctx, req) => endOwn(ctx, req.id).then(() => ({})) },
    listSessions: {
      allow,
      handle: async (ctx) => {
        const { userId, sessionId, actorUserId } = userOf(ctx);
        const all = await deps.db.system((tx) => listAccess(tx, userId));
        // A token made from a session sees only itself.
        const sessions = actorUserId === undefined ? all : all.filter(({ id }) => id === sessionId);
        return { sessions: sessions.map((session) => toProto(session, sessionId)) };
      },
    },
  });
}

type Specs = RpcSpecs<typeof SessionsService>;

function ofUsers(deps: SessionRpcDeps): Pick<Specs, 'listUserSessions' | 'endUserSession'> {
  const allow = permission<unknown>('users:manage');
  const list = listUserAccess(deps);
  const end = endUserSession(deps);
  return {
    listUserSessions: {
      allow,
      handle: async (ctx, req) => {
        const sessions = await list(ctx, req.id);
        return { sessions: sessions.map((session) => toProto(session, userOf(ctx).sessionId)) };
      },
    },
    endUserSession: {
      allow,
      handle: async (ctx, req) => {
        await end(ctx, req);
        return {};
      },
    },
  };
}

function proven(deps: SessionRpcDeps): Pick<Specs, 'confirmSession' | 'createApiToken' | 'createDemoToken'> {
  const confirm = confirmSession(deps);
  const apiToken = createApiToken(deps);
  const demoToken = createDemoToken(deps);
  return {
    confirmSession: {
      allow: evenLacking(['factor_enrolment'], caller()),
      handle: async (ctx, req) => ({ provenUntil: await confirm(ctx, proofOf(req)) }),
    },
    createApiToken: {
      allow: freshProof(ofCompany),
      handle: async (ctx, req) => ({ token: await apiToken(ctx, req), expiresIn: TOKEN_LIFE }),
    },
    createDemoToken: {
      allow: freshProof(ofCompany),
      handle: async (ctx, { companyId }) => {
        const token = await demoToken(ctx, companyId);
        return { token, companyId, usage: `Authorization: Bearer ${token}` };
      },
    },
  };
}

function proofOf({ password, totpCode, passkeyJson }: ConfirmSessionRequest): SessionProof {
  if (passkeyJson !== '') return { kind: 'passkey', response: passkeyJson };
  return totpCode === '' ? { kind: 'password', password } : { kind: 'totp', code: totpCode };
}

/** Any user; the permissions in the token's company decide whether a proof is required. */
const ofCompany: Allow<{ companyId: number }> = { ...caller(), companyOf: (req) => req.companyId };

function userOf(ctx: Ctx): UserCaller {
  if (ctx.caller.kind !== 'user') throw unauthenticated();
  return ctx.caller;
}

/** A token made from a session has its own permissions, not those of its user. */
function narrowed(user: SessionUser, who: UserCaller): SessionUser {
  if (who.lacks !== undefined) return withoutPermissions(user);
  if (who.actorUserId === undefined) return user;
  const companies = [...who.companies].map(([companyId, held]) => {
    const own = user.companies.find((each) => each.companyId === companyId);
    return { companyId, role: own?.role ?? user.role, permissions: [...held].sort() };
  });
  const permissions = [...new Set(companies.flatMap((each) => each.permissions))].sort();
  return { ...user, companies, permissions, isSuperAdmin: false };
}

function toProto(session: LiveAccess, currentId: string) {
  return {
    ...session,
    companyId: session.companyId ?? undefined,
    role: session.role ?? undefined,
    lastSeenAt: session.lastSeenAt ?? undefined,
    expiresAt: session.expiresAt ?? undefined,
    createdBy: session.createdBy ?? undefined,
    isCurrent: session.id === currentId,
  };
}
