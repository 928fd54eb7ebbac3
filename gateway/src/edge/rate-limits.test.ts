import { memoryCache } from '@pii-vault/platform/cache/memory-cache';
import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from './internal-tokens.ts';
import { type Quotas, type RateLimits, rateLimits } from './rate-limits.ts';

const quotas: Quotas = {
  ipLimitPerMinute: 5,
  credentialLimitPerMinute: 10,
  userLimitPerMinute: 15,
  companyLimitPerMinute: 20,
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T08:00:10.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

function session(of: {
  credential: string;
  userId: number;
  companies?: number[];
  isSuper?: boolean;
}): Session {
  const caller: UserCaller = {
    kind: 'user',
    userId: of.userId,
    sessionId: of.credential,
    clientId: undefined,
    actorUserId: undefined,
    isSuperAdmin: of.isSuper === true,
    everywhere: new Set(),
    companies: new Map((of.companies ?? []).map((id) => [id, new Set<string>()])),
  };
  const ref = { kind: 'session', id: of.credential } as const;
  const [primaryCompanyId] = of.companies ?? [];
  return { token: '', caller, ref, primaryCompanyId, roleVersion: 1, exchangedAt: 0 };
}

/** Remaining requests by policy, and whether the request was refused. */
function send(limits: RateLimits, by: Session, named?: number) {
  const headers = new Map<string, string>();
  const res = {
    getHeader: (name: string) => headers.get(name),
    setHeader: (name: string, value: string) => headers.set(name, value),
  } as unknown as Response;
  let refused: unknown;
  try {
    limits.countSession(res, by, named);
  } catch (error) {
    refused = error;
  }
  const state = headers.get('RateLimit') ?? '';
  const left = Object.fromEntries(
    [...state.matchAll(/"(\w+)";r=(\d+);t=\d+/g)].map((m) => [m[1], Number(m[2])]),
  );
  return { left, refused, headers };
}

/** Lets the counters synchronise. */
const talk = () => vi.advanceTimersByTimeAsync(120);

describe('limits of credential, user and company', () => {
  it('reports the remaining requests of each, and the waiting time when one is exhausted', () => {
    const limits = rateLimits(memoryCache(), quotas);
    const first = send(limits, session({ credential: 'a', userId: 1, companies: [7] }));
    expect(first.headers.get('RateLimit-Policy')).toBe(
      '"credential";q=10;w=60, "user";q=15;w=60, "company";q=20;w=60',
    );
    expect(first.headers.get('RateLimit')).toBe(
      '"credential";r=9;t=50, "user";r=14;t=50, "company";r=19;t=50',
    );
    for (let n = 1; n < 10; n += 1) send(limits, session({ credential: 'a', userId: 1, companies: [7] }));
    const over = send(limits, session({ credential: 'a', userId: 1, companies: [7] }));
    expect(over.left.credential).toBe(0);
    expect(over.refused).toMatchObject({ reason: 'RATE_LIMITED', retryAfterMs: 50_000 });
    expect(send(limits, session({ credential: 'b', userId: 2, companies: [7] })).refused).toBeUndefined();
  });

  it('sums the credentials of a user, and the users of a company', () => {
    const limits = rateLimits(memoryCache(), quotas);
    for (let n = 0; n < 15; n += 1)
      expect(
        send(limits, session({ credential: `c${n}`, userId: 1, companies: [7] })).refused,
      ).toBeUndefined();
    expect(send(limits, session({ credential: 'new', userId: 1, companies: [7] })).refused).toBeDefined();
    for (let n = 0; n < 4; n += 1)
      expect(
        send(limits, session({ credential: `d${n}`, userId: 2, companies: [7] })).refused,
      ).toBeUndefined();
    expect(send(limits, session({ credential: 'e', userId: 3, companies: [7] })).refused).toBeDefined();
    expect(send(limits, session({ credential: 'f', userId: 3, companies: [8] })).refused).toBeUndefined();
  });

  it('does not count requests against another company', () => {
    const limits = rateLimits(memoryCache(), quotas);
    const stranger = send(limits, session({ credential: 's', userId: 9, companies: [8] }), 7);
    expect(stranger.left).not.toHaveProperty('company');
    const member = send(limits, session({ credential: 'm', userId: 1, companies: [8, 7] }), 7);
    expect(member.left.company).toBe(19);
    expect(send(limits, session({ credential: 'r', userId: 2, isSuper: true }), 7).left.company).toBe(18);
  });

  it('resets with the minute', async () => {
    const limits = rateLimits(memoryCache(), quotas);
    const by = session({ credential: 'a', userId: 1 });
    for (let n = 0; n < 12; n += 1) send(limits, by);
    expect(send(limits, by).refused).toBeDefined();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(send(limits, by)).toMatchObject({ left: { credential: 9 }, refused: undefined });
  });
});

describe('several gateways', () => {
  it('share a limit through the cache', async () => {
    const cache = memoryCache();
    const [one, two] = [rateLimits(cache, quotas), rateLimits(cache, quotas)];
    const by = session({ credential: 'a', userId: 1 });
    for (let n = 0; n < 6; n += 1) send(one, by);
    await talk();
    send(two, by);
    await talk();
    expect(send(two, by).left.credential).toBe(2);
    await talk();
    // A gateway without traffic synchronises at its first request.
    expect(send(one, by).left.credential).toBe(3);
    await talk();
    expect(send(one, by).left.credential).toBe(0);
    await talk();
    send(two, by);
    await talk();
    expect(send(two, by).refused).toBeDefined();
  });

  it('use the cache a few times a second for any number of requests, without blocking', async () => {
    let asked = 0;
    const never = {
      increment() {
        asked += 1;
        return new Promise<number>(() => undefined);
      },
    };
    const limits = rateLimits(never, {
      ...quotas,
      credentialLimitPerMinute: 1_000_000,
      userLimitPerMinute: 1_000_000,
    });
    const by = session({ credential: 'a', userId: 1 });
    for (let n = 0; n < 1_000; n += 1) expect(send(limits, by).refused).toBeUndefined();
    await talk();
    expect(asked).toBe(2);
    let total = 0;
    asked = 0;
    const counting = {
      increment: async (_key: string, _ttl: number, n = 1) => {
        asked += 1;
        total += n;
        return total;
      },
    };
    const busy = rateLimits(counting, {
      ...quotas,
      credentialLimitPerMinute: 1_000_000,
      userLimitPerMinute: 1_000_000,
    });
    for (let n = 0; n < 1_000; n += 1) {
      send(busy, by);
      await vi.advanceTimersByTimeAsync(1);
    }
    await talk();
    expect(asked).toBeLessThan(60);
    expect(total).toBe(2_000);
  });

  it('are each four times stricter while the cache is unavailable', async () => {
    const away = { increment: () => Promise.reject(new Error('away')) };
    const limits = rateLimits(away, quotas);
    const by = session({ credential: 'a', userId: 1 });
    for (let n = 0; n < 2; n += 1) {
      expect(send(limits, by).refused).toBeUndefined();
      await talk();
    }
    expect(send(limits, by).refused).toBeUndefined();
    await talk();
    expect(send(limits, by).refused).toBeDefined();
  });
});
