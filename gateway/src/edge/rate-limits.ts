import type { Cache } from '@pii-vault/platform/cache/cache';
import { AppError, resourceExhausted } from '@pii-vault/platform/core/errors/app-error';
import { isLoopback } from '@pii-vault/platform/core/net/address-ranges';
import type { RequestHandler, Response } from 'express';
import { limitKey } from './client-address.ts';
import { edgeOf } from './edge-request.ts';
import type { Session } from './internal-tokens.ts';
import { sendProblem } from './problem-response.ts';
import { type SharedCounter, sharedCounter } from './shared-counter/shared-counter.ts';

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

const tooManyRequests = (retryAfterMs: number) =>
  resourceExhausted('RATE_LIMITED', 'Too many requests. Please wait a moment.', { retryAfterMs });
