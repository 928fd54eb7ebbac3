import { AppError } from '@pii-vault/platform/errors/app-error';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import type { TestTokens, TestUser } from '@pii-vault/platform/testing/test-tokens';
import { AuthServiceService } from '@pii-vault/proto/identity/v1/auth';
import { fakeRpc } from './fake-services.ts';

/** Identity as far as the edge sees it; a test changes its fields to plant events. */
export interface FakeIdentity {
  readonly users: Map<string, TestUser & { primaryCompanyId?: number }>;
  readonly ended: Set<string>;
  roleVersion: bigint;
  isDown: boolean;
  exchanges: number;
  livenessCalls: number;
  activeSeen: string[];
  readonly rpc: RpcService;
}

const down = () => new AppError('UNAVAILABLE', 'DOWN', 'identity is down');

/** The bearer of a user is a key of `users`; sessions are named after it. */
export function fakeIdentity(tokens: TestTokens): FakeIdentity {
  const fake: FakeIdentity = {
    users: new Map(),
    ended: new Set(),
    roleVersion: 1n,
    isDown: false,
    exchanges: 0,
    livenessCalls: 0,
    activeSeen: [],
    rpc: fakeRpc(AuthServiceService, {
      exchangeCredential: async (_ctx, { bearer, companyId }) => {
        if (fake.isDown) throw down();
        fake.exchanges++;
        const user = fake.users.get(bearer);
        if (user === undefined || fake.ended.has(bearer))
          throw new AppError('UNAUTHENTICATED', 'UNAUTHENTICATED', 'Sign in again');
        const held = Object.entries(user.companies ?? {});
        const scoped =
          companyId === undefined ? held : held.filter(([id]) => Number(id) === Number(companyId));
        const ctx = await tokens.as({ ...user, sessionId: bearer, companies: Object.fromEntries(scoped) });
        return {
          token: await ctx.credential.tokenFor('identity', ''),
          expiresAt: new Date(Date.now() + 60_000),
          userId: BigInt(user.userId ?? 1),
          sessionId: user.clientId === undefined ? bearer : '',
          clientId: user.clientId ?? '',
          isSuperAdmin: user.everywhere !== undefined,
          primaryCompanyId: user.primaryCompanyId === undefined ? undefined : BigInt(user.primaryCompanyId),
          companyIds: scoped.map(([id]) => BigInt(id)),
          roleVersion: fake.roleVersion,
        };
      },
      liveness: async (_ctx, { sessionIds, clientIds, activeSessionIds }) => {
        if (fake.isDown) throw down();
        fake.livenessCalls++;
        fake.activeSeen.push(...activeSessionIds);
        const live = (ids: readonly string[]) =>
          ids.filter((id) => !fake.ended.has(id)).map((id) => ({ id, roleVersion: fake.roleVersion }));
        return { sessions: live(sessionIds), clients: live(clientIds) };
      },
      setupStatus: async () => {
        if (fake.isDown) throw down();
        return { needsSetup: true, loginRisk: 'record' };
      },
      setupAdmin: async () => ({ user: undefined }),
      getJwks: async () => ({
        keys: [{ kid: 'k1', kty: 'OKP', crv: 'Ed25519', x: 'eA', y: '', alg: 'EdDSA', use: 'sig' }],
      }),
      login: async (_ctx, { email, browser }) => {
        if (email === 'blocked@example.com')
          throw new AppError(
            'PERMISSION_DENIED',
            'LOGIN_BLOCKED',
            'Access blocked due to security concerns',
            {
              details: [{ path: 'deviceFingerprint', message: 'Automation detected' }],
            },
          );
        if (email !== 'asha@example.com')
          throw new AppError('UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'Invalid email or password');
        return {
          token: 'external.jwt.token',
          expiresAt: new Date(Date.now() + 1000),
          contextCookie: browser ? 'c00kie' : '',
          deviceCookie: browser ? 'd3vice' : '',
          sessionId: 's1',
          user: {
            id: 1n,
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
      },
    }),
  };
  return fake;
}
