import type { Tx } from '@pii-vault/platform/postgres/database';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import { AuthService } from '@pii-vault/proto/identity/v1/auth';
import type { SessionLack } from '@pii-vault/proto/identity/v1/sessions';
import { findHolder } from '../accounts/roles/role-store.ts';
import { jwkOf, type TokenSigner } from '../credentials/tokens/token-signer.ts';
import type { MustHaveFactor } from '../sessions/factors/factor-policy.ts';
import { lackOf } from '../sessions/factors/session-lack.ts';
import { type LoginDeps, login } from '../sessions/logins/login.ts';
import { describeLack, withoutPermissions } from '../sessions/restricted-session.ts';
import type { DescribeSessionUser } from '../sessions/session-user.ts';
import type { StartedSession } from '../sessions/start-session.ts';
import { toProto as userToProto } from '../users/user-mapper.ts';
import { type ExchangeDeps, type Exchanged, exchangeCredential } from './exchange-credential.ts';
import { liveness } from './liveness.ts';
import { needsSetup, type SetupAdminDeps, setupAdmin } from './setup-admin.ts';

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
  return serve(AuthService, {
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
        const described = await deps.describe(ctx, session.userId);
        const lacks = await deps.db.system((tx) => lackOfLogin(tx, session, deps.mustHaveFactor));
        const user = lacks === undefined ? described : withoutPermissions(described);
        const { id: sessionId, expiresAt } = session;
        const cookies = { contextCookie: contextCookie ?? '', deviceCookie: deviceCookie ?? '' };
        return { token, expiresAt, ...cookies, user, sessionId, lacks };
      },
    },
    exchangeCredential: {
      allow,
      handle: async (ctx, req) => exchangedToProto(await exchange(ctx, { ...req, companyId: req.companyId })),
    },
    liveness: { allow, handle: (_ctx, req) => alive(req) },
    getJwks: {
      allow,
      handle: async () => ({ keys: (await deps.signer.publicKeys()).map(jwkOf) }),
    },
  });
}

/** A new login has given no factor yet. */
async function lackOfLogin(
  tx: Tx,
  { userId, pendingAttempt }: StartedSession['session'],
  mustHave: MustHaveFactor,
): Promise<SessionLack | undefined> {
  const holder = await findHolder(tx, userId);
  if (holder === undefined) throw unauthenticated();
  const session = { factorAt: null, delegation: null, pendingAttempt };
  return describeLack(tx, userId, await lackOf(tx, session, holder, mustHave));
}

function exchangedToProto({ token, expiresAt, owner, powers, companyIds }: Exchanged) {
  const primary = owner.delegated?.delegation.companyId ?? owner.holder.companyId;
  return {
    token,
    expiresAt,
    userId: owner.holder.id,
    sessionId: owner.clientId === undefined ? owner.sessionId : '',
    clientId: owner.clientId ?? '',
    isSuperAdmin: powers.isSuperAdmin,
    primaryCompanyId: primary ?? undefined,
    companyIds,
    roleVersion: owner.holder.roleVersion,
  };
}
