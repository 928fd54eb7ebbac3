import { crc32 } from 'node:zlib';
import type { Cache } from '@pii-vault/platform/cache/cache';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { isLoopback } from '@pii-vault/platform/net/address-ranges';
import type { RequestHandler, Response } from 'express';
import { limitKey } from './client-address.ts';
import { edgeOf } from './edge-request.ts';
import type { Session } from './internal-tokens.ts';
import { sendProblem } from './problem-response.ts';

export interface Quotas {
  readonly ipLimitPerMinute: number;
  readonly credentialLimitPerMinute: number;
  readonly userLimitPerMinute: number;
  readonly companyLimitPerMinute: number;
}

export interface RateLimits {
  /**
   * Counts an address (IPv6: a /64) before parsing and RPCs. Loopback (load tests, health checks of a local proxy) is
   * not counted.
   */
  readonly countAddress: RequestHandler;
  /**
   * Counts credential, user and company of an authenticated request; `named` is the company in the request.
   * @throws AppError RESOURCE_EXHAUSTED RATE_LIMITED
   */
  countSession(res: Response, session: Session, named: number | undefined): void;
}

const WINDOW_MS = 60_000;

/**
 * Fixed windows of a minute, shared by all gateways through the cache. Every response reports the remaining requests
 * as in draft-ietf-httpapi-ratelimit-headers-10: `RateLimit-Policy: "name";q=quota;w=seconds`, `RateLimit:
 * "name";r=left;t=seconds`.
 */
export function rateLimits(
  cache: Pick<Cache, 'increment'>,
  quotas: Quotas,
  now: () => number = Date.now,
): RateLimits {
  const address = policyOf('address', quotas.ipLimitPerMinute, cache);
  const credential = policyOf('credential', quotas.credentialLimitPerMinute, cache);
  const user = policyOf('user', quotas.userLimitPerMinute, cache);
  const company = policyOf('company', quotas.companyLimitPerMinute, cache);

  return {
    countAddress: (_req, res, next) => {
      const { ipAddress } = edgeOf(res);
      if (isLoopback(ipAddress)) return next();
      try {
        countAll(res, now(), [[address, limitKey(ipAddress)]]);
      } catch (thrown) {
        return sendProblem(res, AppError.from(thrown));
      }
      next();
    },
    countSession(res, session, named) {
      const { ref, caller } = session;
      const companyId = companyOf(session, named);
      const entries: [Policy, string | number][] = [
        [credential, `${ref.kind}.${ref.id}`],
        [user, caller.userId],
      ];
      if (companyId !== undefined) entries.push([company, companyId]);
      countAll(res, now(), entries);
    },
  };
}

interface Policy {
  readonly name: string;
  readonly quota: number;
  readonly text: string;
  /** A separate counter: a flood of addresses does not evict credentials or companies. */
  readonly count: SharedCounter;
}

const POLICY = 'RateLimit-Policy';
const STATE = 'RateLimit';

function policyOf(name: string, quota: number, cache: Pick<Cache, 'increment'>): Policy {
  const text = `"${name}";q=${quota};w=${WINDOW_MS / 1_000}`;
  return { name, quota, text, count: sharedCounter(cache, WINDOW_MS) };
}

/**
 * Counts a request at `at` and sets the headers of each limit.
 * @throws AppError RATE_LIMITED when one of them is exhausted
 */
function countAll(
  res: Response,
  at: number,
  entries: readonly (readonly [policy: Policy, key: string | number])[],
): void {
  const window = Math.floor(at / WINDOW_MS);
  const leftMs = (window + 1) * WINDOW_MS - at;
  let policies = textOf(res, POLICY);
  let states = textOf(res, STATE);
  let isOver = false;
  for (const [policy, key] of entries) {
    const left = policy.quota - policy.count(`${policy.name}:${key}`, window);
    const separator = policies === '' ? '' : ', ';
    policies += separator + policy.text;
    states += `${separator}"${policy.name}";r=${Math.max(0, left)};t=${Math.ceil(leftMs / 1_000)}`;
    if (left < 0) isOver = true;
  }
  res.setHeader(POLICY, policies);
  res.setHeader(STATE, states);
  if (isOver) throw tooManyRequests(leftMs);
}

/** Header value that a previous limit has set. */
function textOf(res: Response, header: string): string {
  const said = res.getHeader(header);
  return typeof said === 'string' ? said : '';
}

/** The company that the request counts for: one of the caller's, so no caller can exhaust another company's limit. */
function companyOf({ caller, primaryCompanyId }: Session, named: number | undefined): number | undefined {
  const company = named ?? primaryCompanyId;
  if (company === undefined) return undefined;
  return caller.isSuperAdmin || caller.companies.has(company) ? company : undefined;
}

function tooManyRequests(retryAfterMs: number): AppError {
  return new AppError('RESOURCE_EXHAUSTED', 'RATE_LIMITED', 'Too many requests. Please wait a moment.', {
    retryAfterMs,
  });
}

/** Number of requests of a key in its window, including this one, as currently known. */
type SharedCounter = (key: string, window: number) => number;

/** Interval between synchronisations of a busy key, ms. */
const SYNC_INTERVAL_MS = 50;
/** Limits memory under a flood of keys; further keys share this many slots, so that few callers are affected. */
const MAX_KEYS = 50_000;
const SHARED_PLACES = 4_096;
const shared = (key: string) => `others.${crc32(key) % SHARED_PLACES}`;
/** Weight of local requests without the cache, because other processes may count the same number. */
const WEIGHT_WITHOUT_CACHE = 4;

interface Count {
  here: number;
  /** The part of `here` that the cache knows. */
  told: number;
  elsewhere: number;
  isTalking: boolean;
}

/**
 * Counts in this process at once, and synchronises with other processes through the cache in the background. A
 * process always counts its own requests; those of others since the last synchronisation, which happens at the first
 * request after a pause and then every 50 ms. Without the cache local requests count fourfold.
 */
function sharedCounter(cache: Pick<Cache, 'increment'>, windowMs: number): SharedCounter {
  let counts = new Map<string, Count>();
  let current = Number.NaN;

  async function talk(name: string, count: Count): Promise<void> {
    const portion = count.here - count.told;
    count.told += portion;
    try {
      const total = await cache.increment(name, windowMs, portion);
      count.elsewhere = Math.max(0, total - count.told);
    } catch {
      count.elsewhere = count.told * (WEIGHT_WITHOUT_CACHE - 1);
    }
    setTimeout(() => {
      count.isTalking = count.here > count.told;
      if (count.isTalking) void talk(name, count);
    }, SYNC_INTERVAL_MS).unref();
  }

  return (key, window) => {
    if (window !== current) {
      counts = new Map();
      current = window;
    }
    const name = counts.size < MAX_KEYS || counts.has(key) ? key : shared(key);
    let count = counts.get(name);
    if (count === undefined) {
      count = { here: 0, told: 0, elsewhere: 0, isTalking: false };
      counts.set(name, count);
    }
    count.here += 1;
    if (!count.isTalking) {
      count.isTalking = true;
      void talk(`rate:${name}:${window}`, count);
    }
    return count.here + count.elsewhere;
  };
}
