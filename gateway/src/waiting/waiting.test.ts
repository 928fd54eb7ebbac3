import type { Permission } from '@pii-vault/contract/permissions';
import { type WaitingKind, waitingKinds, waitingSchema } from '@pii-vault/contract/waiting/waiting-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError, type GrpcCodeName } from '@pii-vault/platform/core/errors/app-error';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { KeyStoreStatusResponse } from '@pii-vault/proto/crypto/v1/register';
import { GetLoginStatisticsResponse } from '@pii-vault/proto/identity/v1/security';
import { describe, expect, it, vi } from 'vitest';
import type { WaitingDeps } from './waiting-registers.ts';
import { gatherWaiting } from './waiting-routes.ts';

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const first = { count: 2, overdue: 0, companyId: 7 };
const keyStore = (change: object) =>
  KeyStoreStatusResponse.fromPartial({ status: 'online', encryption: 'active', ...change });
const decidable = (n: number) => ({ count: 2, companyId: 7, endsAt: day(n) });

/** Something waits in every register. */
const answers = {
  keyStoreStatus: async () => keyStore({ status: 'offline' }),
  countDueKeys: async () => ({ ...first, expiresAt: day(5) }),
  getDeadlines: async () => ({
    incidents: { ...first, overdue: 1, dueAt: day(1), emptyHeadings: 4 },
    grievances: { ...first, dueAt: day(2) },
    accessReviews: { ...first, dueAt: day(3) },
    failingChecks: { count: 2, companyId: 7, ruleId: 'DPDP-SEC-A1' },
  }),
  countDecidable: async () => ({ approvals: decidable(6), limits: decidable(7) }),
  countDueErasures: async () => ({ ...first, shredAt: day(4) }),
  countWaiting: async () => ({
    failingWebhooks: { count: 2, companyId: 7 },
    agreements: { count: 2, companyId: 7 },
  }),
  countReactivationRequests: async () => ({ requests: { count: 2, companyId: 7 } }),
  countHeldImports: async () => ({ count: 2, companyId: 7, importId: 12, createdAt: day(1) }),
  countUndecided: async () => ({ count: 2, companyId: 7 }),
  getLoginStatistics: async () => GetLoginStatisticsResponse.fromPartial({ highRiskAttempts: 2 }),
};
type Rpc = keyof typeof answers;

function depsOf(change: Partial<Record<Rpc, () => Promise<unknown>>> = {}) {
  const spied = Object.entries({ ...answers, ...change }).map(
    ([name, answer]) => [name, vi.fn(answer as (ctx: Ctx, request: unknown) => Promise<unknown>)] as const,
  );
  const rpcs = Object.fromEntries(spied);
  const client = rpcs as unknown as WaitingDeps[keyof WaitingDeps];
  const deps = new Proxy({}, { get: () => client }) as WaitingDeps;
  return {
    deps,
    asked: () => spied.filter(([, rpc]) => rpc.mock.calls.length > 0).map(([name]) => name),
    rpcs,
  };
}

/** A user with these permissions in company 7. */
const userWith = (permissions: readonly string[]): Ctx => ({
  ...testCtx(null),
  caller: {
    ...{ kind: 'user', userId: 1, sessionId: 's', isSuperAdmin: false, everywhere: new Set<string>() },
    ...{ clientId: undefined, actorUserId: undefined },
    companies: new Map([
      [7, new Set(permissions)],
      [8, new Set<string>()],
    ]),
  },
});

const needs: Readonly<Record<Exclude<WaitingKind, 'keyStore'>, Permission>> = {
  incidents: 'compliance:read',
  grievances: 'compliance:read',
  accessReviews: 'compliance:read',
  checks: 'compliance:read',
  approvals: 'company:manage',
  limits: 'company:manage',
  erasures: 'pii:erase',
  keys: 'encryption:manage',
  webhooks: 'company:manage',
  agreements: 'company:manage',
  imports: 'pii:write',
  relationships: 'lineage:decide',
  logins: 'security:read',
  reactivations: 'company:create',
};
const everything = [...new Set(Object.values(needs))];
const guarded = Object.entries(needs);

const links: Readonly<Record<WaitingKind, string>> = {
  keyStore: '/encryption',
  incidents: '/incidents?company=7',
  grievances: '/grievances?company=7',
  accessReviews: '/access-reviews?company=7',
  checks: '/compliance?company=7',
  approvals: '/approvals?company=7',
  limits: '/approvals?company=7',
  erasures: '/erasures?company=7',
  keys: '/encryption-keys?company=7',
  webhooks: '/webhooks?company=7',
  agreements: '/companies?company=7',
  imports: '/imports?company=7&import=12',
  relationships: '/data-lineage?company=7&status=pending',
  logins: '/security-dashboard?company=7',
  reactivations: '/companies?company=7',
};

describe('what waits', () => {
  it.each(waitingKinds)('has an item for %s, which leads to its screen', async (kind) => {
    const waiting = await gatherWaiting(depsOf().deps, userWith(everything), 7);
    expect(waitingSchema.safeParse(waiting).error).toBeUndefined();
    const item = waiting.items.find((one) => one.kind === kind);
    expect(item).toMatchObject({ count: kind === 'keyStore' ? 1 : 2, link: links[kind] });
    expect(waiting.read).toContain(kind);
  });

  it('is sorted by date: a late one is first, what has no date is last', async () => {
    vi.useFakeTimers({ now: day(3).getTime() + 1, toFake: ['Date'] });
    const { items } = await gatherWaiting(depsOf().deps, userWith(everything), 7);
    vi.useRealTimers();
    expect(items.map(({ kind }) => kind)).toEqual([
      ...['incidents', 'grievances', 'accessReviews', 'keyStore', 'erasures', 'keys', 'approvals', 'limits'],
      ...['checks', 'webhooks', 'agreements', 'imports', 'relationships', 'logins', 'reactivations'],
    ]);
    expect(items[0]).toEqual({
      kind: 'incidents',
      count: 2,
      overdue: 1,
      dueAt: day(1).toISOString(),
      companyId: 7,
      title: { key: 'incident', params: { emptyHeadings: 4 } },
      link: '/incidents?company=7',
    });
  });

  it('is empty where nothing waits, and says what was read', async () => {
    const nothing = { count: 0, overdue: 0 };
    const { deps } = depsOf({
      keyStoreStatus: async () => keyStore({}),
      countDueKeys: async () => nothing,
      getDeadlines: async () => ({}),
      countDecidable: async () => ({}),
      countDueErasures: async () => nothing,
      countWaiting: async () => ({}),
      countReactivationRequests: async () => ({}),
      countHeldImports: async () => nothing,
      countUndecided: async () => nothing,
      getLoginStatistics: async () => GetLoginStatisticsResponse.fromPartial({}),
    });
    const read = [...waitingKinds];
    expect(await gatherWaiting(deps, userWith(everything), 7)).toEqual({ items: [], read, unread: [] });
  });

  it.each([{ encryption: 'error' }, { encryption: 'inactive', status: 'offline' }])(
    'names encryption that does not work: %j',
    async (change) => {
      const { deps } = depsOf({ keyStoreStatus: async () => keyStore(change) });
      const { items } = await gatherWaiting(deps, userWith([]), 7);
      expect(items).toMatchObject([{ kind: 'keyStore', title: { key: 'encryption' }, link: null }]);
    },
  );
});

describe('a register that the caller may not read', () => {
  it.each(guarded)('%s is absent without %s, and its service is not asked', async (kind, permission) => {
    const { deps, asked } = depsOf();
    const others = everything.filter((one) => one !== permission);
    for (const companyId of [7, undefined]) {
      const waiting = await gatherWaiting(deps, userWith(others), companyId);
      expect(waiting.items.map((one) => one.kind)).not.toContain(kind);
      expect([...waiting.read, ...waiting.unread]).not.toContain(kind);
    }
    expect(asked().length).toBeGreaterThan(4);
    const { deps: own, asked: ownAsked } = depsOf();
    await gatherWaiting(own, userWith([permission]), 7);
    expect(asked()).not.toEqual(expect.arrayContaining(ownAsked().filter((rpc) => rpc !== 'keyStoreStatus')));
  });

  it.each(guarded)('%s needs its permission in the named company', async (kind) => {
    const { deps, asked } = depsOf();
    const waiting = await gatherWaiting(deps, userWith(everything), 8);
    expect([...waiting.read, ...waiting.unread]).not.toContain(kind);
    expect(asked()).toEqual(['keyStoreStatus']);
  });

  it('is refused with the whole call in a company without a role, and no service is asked', async () => {
    const { deps, asked } = depsOf();
    await expect(gatherWaiting(deps, userWith(everything), 9)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    expect(asked()).toEqual([]);
  });
});

describe('the company of the request', () => {
  it.each([7, undefined])('is passed to every service: %s', async (companyId) => {
    const { deps, rpcs } = depsOf();
    await gatherWaiting(deps, userWith(everything), companyId);
    for (const [name, rpc] of Object.entries(rpcs))
      if (name !== 'keyStoreStatus') expect(rpc.mock.calls[0]?.[1], name).toMatchObject({ companyId });
  });
});

describe('a service', () => {
  const fail = (code: GrpcCodeName, reason = 'TEST') => ({
    getDeadlines: async () => {
      throw new AppError(code, reason, 'failed');
    },
  });
  const registers = ['incidents', 'grievances', 'accessReviews', 'checks'];

  it.each(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'RESOURCE_EXHAUSTED', 'INTERNAL', 'UNIMPLEMENTED'] as const)(
    'that fails with %s leaves its registers unread, and the others readable',
    async (code) => {
      const waiting = await gatherWaiting(depsOf(fail(code)).deps, userWith(everything), 7);
      expect(waiting.unread).toEqual(registers);
      expect(waiting.read).toEqual(waitingKinds.filter((kind) => !registers.includes(kind)));
      expect(waiting.items).toHaveLength(waitingKinds.length - registers.length);
    },
  );

  it('has three seconds, and not more than the request', async () => {
    vi.useFakeTimers({ now: day(1), toFake: ['Date'] });
    const deadlines: number[] = [];
    const getDeadlines = async (ctx?: Ctx) => {
      deadlines.push((ctx?.deadlineAt ?? 0) - day(1).getTime());
      return {};
    };
    const { deps } = depsOf({ getDeadlines });
    for (const left of [10_000, 500]) {
      const ctx = { ...userWith(everything), deadlineAt: day(1).getTime() + left };
      await gatherWaiting(deps, ctx, 7);
    }
    vi.useRealTimers();
    expect(deadlines).toEqual([3_000, 500]);
  });

  it('that closes the registers of a suspended company leaves them out', async () => {
    const { deps } = depsOf(fail('PERMISSION_DENIED', 'COMPANY_SUSPENDED'));
    const waiting = await gatherWaiting(deps, userWith(everything), 7);
    expect(waiting.unread).toEqual([]);
    expect(waiting.read).not.toContain('incidents');
  });

  it.each(['UNAUTHENTICATED', 'PERMISSION_DENIED'] as const)(
    'that refuses the caller with %s fails the call',
    async (code) => {
      await expect(gatherWaiting(depsOf(fail(code)).deps, userWith(everything), 7)).rejects.toMatchObject({
        code,
      });
    },
  );
});
