import { AppError } from '@pii-vault/platform/errors/app-error';
import { isLoopback } from '@pii-vault/platform/net/address-ranges';
import type { RequestHandler } from 'express';
import { limitKey } from './client-address.ts';
import { edgeOf } from './edge-request.ts';
import { sendProblem } from './problem-response.ts';

const windowMs = 60_000;
const maxTracked = 50_000;

/**
 * Counts requests per address in this process and minute, before anything is parsed or asked. Loopback is
 * the machine itself (load tests, health checks of a local proxy) and not counted.
 */
export function ipLimit(perMinute: number, now: () => number = Date.now): RequestHandler {
  const counts = new Map<string, number>();
  let windowEndsAt = 0;
  return (_req, res, next) => {
    const { ipAddress } = edgeOf(res);
    if (isLoopback(ipAddress)) return next();
    if (now() >= windowEndsAt) {
      counts.clear();
      windowEndsAt = now() + windowMs;
    }
    const key = limitKey(ipAddress);
    const count = (counts.get(key) ?? 0) + 1;
    // A flood of addresses must not grow the map; those beyond it are counted together.
    counts.set(counts.size < maxTracked || counts.has(key) ? key : 'others', count);
    if (count <= perMinute) return next();
    const retryAfterMs = windowEndsAt - now();
    sendProblem(res, tooManyRequests(retryAfterMs));
  };
}

export function tooManyRequests(retryAfterMs: number): AppError {
  return new AppError('RESOURCE_EXHAUSTED', 'RATE_LIMITED', 'Too many requests. Please wait a moment.', {
    retryAfterMs,
  });
}
