import { LRUCache } from 'lru-cache';
import type { Cache } from './cache.ts';

interface Entry {
  value: Buffer;
}

const MAX_ENTRIES = 100_000;

/** Cache of one process. Beyond `maxEntries` the least recently used ones are evicted. */
export function memoryCache({
  maxEntries = MAX_ENTRIES,
  now = Date.now,
}: {
  maxEntries?: number;
  now?: () => number;
} = {}): Cache {
  const entries = new LRUCache<string, Entry>({ max: maxEntries, ttl: 1, ttlResolution: 0, perf: { now } });
  return {
    async get(key) {
      const entry = entries.get(key);
      return entry && Buffer.from(entry.value);
    },
    async set(key, value, ttlMs) {
      entries.set(key, { value: Buffer.from(value) }, { ttl: ttlMs });
    },
    async delete(key) {
      entries.delete(key);
    },
    async increment(key, ttlMs, by = 1) {
      const entry = entries.get(key);
      const count = Number(entry?.value.toString() ?? '0') + by;
      const value = Buffer.from(String(count));
      if (entry === undefined) entries.set(key, { value }, { ttl: ttlMs });
      else entry.value = value;
      return count;
    },
    async close() {
      entries.clear();
    },
  };
}
