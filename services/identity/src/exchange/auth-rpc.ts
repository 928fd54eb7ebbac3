import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { AuthServiceService } from '@pii-vault/proto/identity/v1/auth';
import { type LoginDeps, login } from '../logins/login.ts';
import type { LiveCredential } from '../sessions/session-store.ts';
import type { DescribeSessionUser } from '../sessions/session-user.ts';
import { needsSetup, type SetupAdminDeps, setupAdmin } from '../setup/setup-admin.ts';
import type { TokenSigner } from '../tokens/token-signer.ts';
import { toProto as userToProto } from '../users/user-mapper.ts';
import { type ExchangeDeps, type Exchanged, exchangeCredential } from './exchange-credential.ts';
import { liveness } from './liveness.ts';

export interface AuthRpcDeps extends ExchangeDeps, SetupAdminDeps, LoginDeps {
  readonly signer: TokenSigner;
  readonly hasher: SetupAdminDeps['hasher'] & LoginDeps['hasher'];
  readonly describe: DescribeSessionUser;
}

export function authRpcs(deps: AuthRpcDeps): RpcService {
  const allow = services<unknown>(['gateway']);
  const signIn = login(deps);
  const setUp = setupAdmin(deps);
  const exchange = exchangeCredential(deps);
  const alive = liveness(deps);
  return serve(AuthServiceService, {
    setupStatus: {
      allow,
      handle: async () => ({ needsSetup: await deps.db.system(needsSetup), loginRisk: deps.loginRisk }),
    },
    setupAdmin: {
      allow,
      handle: async (ctx, req) => ({ user: userToProto(await setUp(ctx, req)) }),
    },
    login: {
      allow,
      handle: async (ctx, req) => {
        const { session, token, contextCookie, deviceCookie } = await signIn(ctx, req);
        const user = await deps.describe(ctx, session.userId);
        const { id: sessionId, expiresAt } = session;
        const cookies = { contextCookie: contextCookie ?? '', deviceCookie: deviceCookie ?? '' };
        return { token, expiresAt, ...cookies, user, sessionId };
      },
    },
    exchangeCredential: {
      allow,
      handle: async (ctx, req) => {
        const companyId = req.companyId === undefined ? undefined : Number(req.companyId);
        return exchangedToProto(await exchange(ctx, { ...req, companyId }));
      },
    },
    liveness: {
      allow,
      handle: async (_ctx, req) => {
        const { sessions, clients } = await alive(req);
        return { sessions: sessions.map(liveToProto), clients: clients.map(liveToProto) };
      },
    },
    getJwks: {
      allow,
      handle: async () => ({ keys: (await deps.signer.publicKeys()).map((key) => ({ ...key, use: 'sig' })) }),
    },
  });
}

function exchangedToProto({ token, expiresAt, owner, powers, companyIds }: Exchanged) {
  const primary = owner.delegated?.delegation.companyId ?? owner.holder.companyId;
  return {
    token,
    expiresAt,
    userId: BigInt(owner.holder.id),
    sessionId: owner.clientId === undefined ? owner.sessionId : '',
    clientId: owner.clientId ?? '',
    isSuperAdmin: powers.isSuperAdmin,
    primaryCompanyId: primary === null ? undefined : BigInt(primary),
    companyIds: companyIds.map(BigInt),
    roleVersion: BigInt(owner.holder.roleVersion),
  };
}

function liveToProto({ id, roleVersion }: LiveCredential) {
  return { id, roleVersion: BigInt(roleVersion) };
}
