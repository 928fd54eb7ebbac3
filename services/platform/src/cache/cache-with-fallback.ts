import type { Cache } from './cache.ts';
import { memoryCache } from './memory-cache.ts';

/** Weight of an increment in the local fallback: other processes may count as much, unseen by this one. */
const WEIGHT_ALONE = 4;

/**
 * A shared cache with a local fallback for outages: rate limits stay in force, four times stricter. Nothing is copied
 * between the two.
 */
export function cacheWithFallback(shared: Cache): Cache {
  const values = memoryCache();
  const counts = memoryCache();

  async function readHere(key: string): Promise<Buffer | undefined> {
    const count = await counts.get(key);
    if (count === undefined) return await values.get(key);
    return Buffer.from(String(Number(count.toString()) * WEIGHT_ALONE));
  }

  return {
    get: (key) => shared.get(key).catch(() => readHere(key)),
    set: (key, value, ttlMs) => shared.set(key, value, ttlMs).catch(() => values.set(key, value, ttlMs)),
    async delete(key) {
      await Promise.all([values.delete(key), counts.delete(key)]);
      await shared.delete(key).catch(() => undefined);
    },
    increment: (key, ttlMs, by) =>
      shared
        .increment(key, ttlMs, by)
        .catch(async () => (await counts.increment(key, ttlMs, by)) * WEIGHT_ALONE),
    async close() {
      await Promise.all([shared.close(), values.close(), counts.close()]);
    },
  };
}
