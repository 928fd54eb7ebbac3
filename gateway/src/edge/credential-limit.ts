import type { Cache } from '@pii-vault/platform/cache/cache';
import type { Response } from 'express';
import { tooManyRequests } from './ip-limit.ts';

const windowMs = 60_000;
/** Share of the limit that one process grants by itself while the shared cache is away. */
const localShare = 4;

/** Counts a request of a credential and says in RateLimit headers what is left. */
export type CredentialLimit = (res: Response, credential: string) => Promise<void>;

/**
 * A fixed minute per credential, counted in the cache so that replicas share it. Without the cache a
 * stricter local count stands in.
 * @throws AppError RESOURCE_EXHAUSTED / RATE_LIMITED
 */
export function credentialLimit(
  cache: Cache,
  perMinute: number,
  now: () => number = Date.now,
): CredentialLimit {
  let local = new Map<string, number>();
  let localWindow = 0;

  function countHere(credential: string, window: number): number {
    if (window !== localWindow) {
      local = new Map();
      localWindow = window;
    }
    const count = (local.get(credential) ?? 0) + 1;
    local.set(credential, count);
    return count * localShare;
  }

  return async (res, credential) => {
    const window = Math.floor(now() / windowMs);
    const leftMs = (window + 1) * windowMs - now();
    const count = await cache
      .increment(`rate:${credential}:${window}`, windowMs)
      .catch(() => countHere(credential, window));
    res.setHeader('RateLimit-Limit', String(perMinute));
    res.setHeader('RateLimit-Remaining', String(Math.max(0, perMinute - count)));
    res.setHeader('RateLimit-Reset', String(Math.ceil(leftMs / 1000)));
    if (count > perMinute) throw tooManyRequests(leftMs);
  };
}
