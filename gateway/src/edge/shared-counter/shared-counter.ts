import { crc32 } from 'node:zlib';
import type { Cache } from '@pii-vault/platform/cache/cache';

/** Number of requests of a key in its window, including this one, as currently known. */
export type SharedCounter = (key: string, window: number) => number;

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
  /** The part of `here` that was sent to the cache. */
  sent: number;
  elsewhere: number;
  isSynchronising: boolean;
}

/**
 * Counts in this process at once, and synchronises with other processes through the cache in the background. A
 * process always counts its own requests; those of others since the last synchronisation, which happens at the first
 * request after a pause and then every 50 ms. Without the cache local requests count fourfold. What could not be sent
 * is not sent later: other processes do not learn of it, and here it counts until the window ends.
 */
export function sharedCounter(cache: Pick<Cache, 'increment'>, windowMs: number): SharedCounter {
  let counts = new Map<string, Count>();
  let current = Number.NaN;

  async function synchronise(name: string, count: Count): Promise<void> {
    const portion = count.here - count.sent;
    count.sent += portion;
    try {
      const total = await cache.increment(name, windowMs, portion);
      count.elsewhere = Math.max(0, total - count.sent);
    } catch {
      count.elsewhere = count.sent * (WEIGHT_WITHOUT_CACHE - 1);
    }
    setTimeout(() => {
      count.isSynchronising = count.here > count.sent;
      if (count.isSynchronising) void synchronise(name, count);
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
      count = { here: 0, sent: 0, elsewhere: 0, isSynchronising: false };
      counts.set(name, count);
    }
    count.here += 1;
    if (!count.isSynchronising) {
      count.isSynchronising = true;
      void synchronise(`rate:${name}:${window}`, count);
    }
    return count.here + count.elsewhere;
  };
}
