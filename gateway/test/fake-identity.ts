import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import type { TestTokens, TestUser } from '@pii-vault/platform/testing/test-tokens';
import {
  AuthService,
  type ExchangeCredentialRequest,
  type LivenessRequest,
} from '@pii-vault/proto/identity/v1/auth';
import { fakeRpc } from './fake-services.ts';

/** Fake identity with the RPCs that the edge uses; a test changes the fields to simulate events. */
export interface FakeIdentity {
  readonly users: Map<string, TestUser & { primaryCompanyId?: number }>;
  readonly ended: Set<string>;
  roleVersion: number;
  isDown: boolean;
  exchanges: number;
  livenessCalls: number;
  activeSeen: string[];
  readonly rpc: RpcService;
}

type State = Omit<FakeIdentity, 'rpc'>;

const down = () => new AppError('UNAVAILABLE', 'DOWN', 'identity is down');

/** A key of `users` is the bearer token of a user; sessions have the same name. */
export function fakeIdentity(tokens: TestTokens): FakeIdentity {
  const state: State = {
    users: new Map(),
    ended: new Set(),
    roleVersion: 1,
    isDown: false,
    exchanges: 0,
    livenessCalls: 0,
    activeSeen: [],
  };
  const rpc = fakeRpc(AuthService, {
    ...edgeAnswers(state, tokens),
    setupStatus: async () => {
      if (state.isDown) throw down();
      return { needsSetup: true, loginRisk: 'record' };
    },
    setupAdmin: async () => ({ user: undefined }),
    getJwks: async () => ({
      keys: [{ kid: 'k1', kty: 'OKP', crv: 'Ed25519', x: 'eA', alg: 'EdDSA', use: 'sig' }],
    }),
    login: async (_ctx, { email, browser }) => loginAs(email, browser),
  });
  return Object.assign(state, { rpc });
}

/** RPCs that the edge calls for every credential. */
const edgeAnswers = (state: State, tokens: TestTokens) => ({
  async exchangeCredential(_ctx: Ctx, { bearer, companyId }: ExchangeCredentialRequest) {
    if (state.isDown) throw down();
    state.exchanges++;
    const user = state.users.get(bearer);
    if (user === undefined || state.ended.has(bearer))
      throw new AppError('UNAUTHENTICATED', 'UNAUTHENTICATED', 'Sign in again');
    const held = Object.entries(user.companies ?? {});
    const scoped = companyId === undefined ? held : held.filter(([id]) => Number(id) === companyId);
    const ctx = await tokens.as({ ...user, sessionId: bearer, companies: Object.fromEntries(scoped) });
    return {
      token: await ctx.credential.tokenFor('identity', ''),
      expiresAt: new Date(Date.now() + 60_000),
      userId: user.userId ?? 1,
      sessionId: user.clientId === undefined ? bearer : '',
      clientId: user.clientId ?? '',
      isSuperAdmin: user.everywhere !== undefined,
      primaryCompanyId: user.primaryCompanyId,
      companyIds: scoped.map(([id]) => Number(id)),
      roleVersion: state.roleVersion,
    };
  },
  async liveness(_ctx: Ctx, { sessionIds, clientIds, activeSessionIds }: LivenessRequest) {
    if (state.isDown) throw down();
    state.livenessCalls++;
    state.activeSeen.push(...activeSessionIds);
    const live = (ids: readonly string[]) =>
      ids.filter((id) => !state.ended.has(id)).map((id) => ({ id, roleVersion: state.roleVersion }));
    return { sessions: live(sessionIds), clients: live(clientIds) };
  },
});

/** asha@example.com can sign in, blocked@example.com is rated as a robot, others are unknown. */
function loginAs(email: string, browser: boolean) {
  if (email === 'blocked@example.com')
    throw new AppError('PERMISSION_DENIED', 'LOGIN_BLOCKED', 'Access blocked due to security concerns', {
      details: [{ path: 'deviceFingerprint', message: 'Automation detected' }],
    });
  if (email !== 'asha@example.com')
    throw new AppError('UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'Invalid email or password');
  return {
    token: 'external.jwt.token',
    expiresAt: new Date(Date.now() + 1000),
    contextCookie: browser ? 'c00kie' : '',
    deviceCookie: browser ? 'd3vice' : '',
    sessionId: 's1',
    lacks: undefined,
    user: {
      id: 1,
      email,
      firstName: 'Asha',
      lastName: 'Rao',
      role: 'admin',
      companyId: undefined,
      companies: [],
      permissions: ['pii:read'],
      isSuperAdmin: false,
    },
  };
}
