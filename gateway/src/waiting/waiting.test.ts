import {
  setupSteps,
  vaultSteps,
  type WaitingKind,
  waitingKinds,
  waitingSchema,
} from '@pii-vault/contract/waiting/waiting-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError, type GrpcCodeName } from '@pii-vault/platform/core/errors/app-error';
import { readableKinds, SETUP, WAITING, WAITING_SERVICES } from '@pii-vault/platform/domain/waiting/waiting';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import type { CountWaitingRequest } from '@pii-vault/proto/platform/v1/waiting';
import { describe, expect, it, vi } from 'vitest';
import { gatherWaiting, type WaitingDeps } from './waiting-routes.ts';

const day = (n: number) => new Date(Date.UTC(2026, 10, n));

/** Registers with a time; the others have none. */
const DUE: Partial<Record<WaitingKind, number>> = {
  ...{ incidents: 1, grievances: 2, accessReviews: 3, erasures: 4, keys: 5, approvals: 6, limits: 7 },
};
const DETAILS: Partial<Record<WaitingKind, Readonly<Record<string, string>>>> = {
  incidents: { emptyHeadings: '4' },
  checks: { ruleId: 'DPDP-SEC-A1' },
  imports: { importId: '12' },
  keyStore: { broken: 'keyStore' },
};
const LATE: ReadonlySet<WaitingKind> = new Set(['keyStore', 'incidents']);

const registerOf = (kind: WaitingKind, count = 2) => ({
  ...{ kind, count, overdue: LATE.has(kind) ? 1 : 0, details: DETAILS[kind] ?? {} },
  companyId: kind === 'keyStore' ? undefined : 7,
  dueAt: DUE[kind] === undefined ? undefined : day(DUE[kind]),
});

type Count = WaitingDeps['waiting']['vault']['countWaiting'];

/** As the services answer: what the caller may read. */
function services(count = 2, change: Partial<WaitingDeps['waiting']> = {}) {
  const asked = vi.fn((_ctx: Ctx, _request: Parameters<Count>[1]) => {});
  const clients = WAITING_SERVICES.map((service) => {
    const countWaiting: Count = async (ctx, request) => {
      asked(ctx, request);
      const kinds = readableKinds(ctx, service, (request as CountWaitingRequest).companyId);
      return { registers: kinds.map((kind) => registerOf(kind as WaitingKind, count)), unread: [] };
    };
    return [service, { countWaiting }] as const;
  });
  const waiting = { ...(Object.fromEntries(clients) as WaitingDeps['waiting']), ...change };
  return { deps: { waiting }, asked };
}

const everything = new Set(
  Object.values({ ...WAITING, ...SETUP }).flatMap(({ permission }) =>
    permission === undefined ? [] : [permission],
  ),
);

/** A user with these permissions in company 7. */
const userWith = (permissions: Iterable<string>): Ctx => ({
  ...testCtx(null),
  caller: {
    ...{ kind: 'user', userId: 1, sessionId: 's', isSuperAdmin: false, everywhere: new Set<string>() },
    ...{ clientId: undefined, actorUserId: undefined },
    companies: new Map([[7, new Set(permissions)]]),
  },
});

const links: Readonly<Record<WaitingKind, string | null>> = {
  keyStore: '/encryption',
  incidents: '/incidents?company=7',
  grievances: '/grievances?company=7',
  accessReviews: '/access-reviews?company=7',
  checks: '/compliance?company=7',
  approvals: '/approvals?company=7',
  limits: '/limits?company=7',
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
  it('has an item for every register, which leads to its screen', async () => {
    const waiting = await gatherWaiting(services().deps, userWith(everything), 7);
    expect(waitingSchema.safeParse(waiting).error).toBeUndefined();
    expect(Object.fromEntries(waiting.items.map(({ kind, link }) => [kind, link]))).toEqual(links);
    expect(waiting.read).toEqual(waitingKinds);
  });

  it('is sorted by date: a late one is first, what has no date is last', async () => {
    vi.useFakeTimers({ now: day(3).getTime() + 1, toFake: ['Date'] });
    const { items } = await gatherWaiting(services().deps, userWith(everything), 7);
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
    const waiting = await gatherWaiting(services(0).deps, userWith(everything), 7);
    const setup = setupSteps.map((step) => ({ step, isDone: true }));
    expect(waiting).toEqual({ items: [], read: waitingKinds, unread: [], setup });
  });

  it('has the steps of a company that the caller may read, and for all companies those of the vault', async () => {
    const steps = async (permissions: Iterable<string>, companyId?: number) =>
      (await gatherWaiting(services().deps, userWith(permissions), companyId)).setup;
    expect(await steps(everything, 7)).toEqual(setupSteps.map((step) => ({ step, isDone: false })));
    expect(await steps(['pii:read'], 7)).toEqual([{ step: 'people', isDone: false }]);
    expect(await steps(everything)).toEqual(vaultSteps.map((step) => ({ step, isDone: false })));
    expect(await steps(['users:manage', 'encryption:manage'])).toEqual([]);
  });

  it('names a key store that fails also for users who may not open its screen', async () => {
    const { items, read } = await gatherWaiting(services().deps, userWith([]), 7);
    expect(items).toMatchObject([{ kind: 'keyStore', link: null }]);
    expect(read).toEqual(['keyStore']);
  });

  it('leaves out a register that only a newer service knows', async () => {
    const countWaiting: Count = async () => ({
      registers: [{ ...registerOf('keys'), kind: 'floods' }],
      unread: ['storms'],
    });
    const waiting = await gatherWaiting(
      services(2, { crypto: { countWaiting } }).deps,
      userWith(everything),
      7,
    );
    expect([...waiting.read, ...waiting.unread]).not.toContain('keys');
    expect(waitingSchema.safeParse(waiting).error).toBeUndefined();
  });

  it('is refused in a company without a role, and no service is asked', async () => {
    const { deps, asked } = services();
    await expect(gatherWaiting(deps, userWith(everything), 9)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([7, undefined])('is asked for the company of the request: %s', async (companyId) => {
    const { deps, asked } = services();
    await gatherWaiting(deps, userWith(everything), companyId);
    expect(asked.mock.calls.map(([, request]) => request)).toEqual(
      WAITING_SERVICES.map(() => ({ companyId })),
    );
  });
});

describe('a service', () => {
  const failing = (code: GrpcCodeName) =>
    services(2, {
      compliance: {
        countWaiting: async () => {
          throw new AppError(code, 'TEST', 'failed');
        },
      },
    }).deps;

  it.each(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'RESOURCE_EXHAUSTED', 'INTERNAL', 'UNIMPLEMENTED'] as const)(
    'that fails with %s leaves its registers unread, and the others readable',
    async (code) => {
      const waiting = await gatherWaiting(failing(code), userWith(everything), 7);
      expect(waiting.unread).toEqual(['incidents', 'grievances', 'accessReviews', 'checks']);
      expect(waiting.items).toHaveLength(waitingKinds.length - 4);
      const without = userWith([...everything].filter((one) => one !== 'compliance:read'));
      expect((await gatherWaiting(failing(code), without, 7)).unread).toEqual([]);
    },
  );

  it.each(['UNAUTHENTICATED', 'PERMISSION_DENIED'] as const)(
    'that refuses the caller with %s fails the call',
    async (code) => {
      await expect(gatherWaiting(failing(code), userWith(everything), 7)).rejects.toMatchObject({ code });
    },
  );

  it('has three seconds, and not more than the request', async () => {
    vi.useFakeTimers({ now: day(1), toFake: ['Date'] });
    for (const [left, given] of [
      [10_000, 3_000],
      [500, 500],
    ] as const) {
      const { deps, asked } = services();
      await gatherWaiting(deps, { ...userWith(everything), deadlineAt: day(1).getTime() + left }, 7);
      for (const [ctx] of asked.mock.calls) expect(ctx.deadlineAt - day(1).getTime()).toBe(given);
    }
    vi.useRealTimers();
  });
});
