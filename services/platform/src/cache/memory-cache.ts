import type { Cache } from './cache.ts';

interface Entry {
  value: Buffer;
  readonly expiresAt: number;
}

const MAX_ENTRIES = 100_000;

/** Cache of one process. Holds at most `maxEntries`; beyond that the oldest written ones are evicted. */
export function memoryCache(options: { maxEntries?: number; now?: () => number } = {}): Cache {
  const now = options.now ?? Date.now;
  const maxEntries = options.maxEntries ?? MAX_ENTRIES;
  const entries = new Map<string, Entry>();

  function live(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (entry === undefined || entry.expiresAt > now()) return entry;
    entries.delete(key);
    return undefined;
  }

  function put(key: string, entry: Entry): void {
    entries.delete(key);
    if (entries.size >= maxEntries) dropExpiredOrOldest();
    entries.set(key, entry);
  }

  function dropExpiredOrOldest(): void {
    const at = now();
    for (const [key, entry] of entries) if (entry.expiresAt <= at) entries.delete(key);
    for (const key of entries.keys()) {
      if (entries.size < maxEntries) return;
      entries.delete(key);
    }
  }

  return {
    async get(key) {
      const entry = live(key);
      return entry && Buffer.from(entry.value);
    },
    async set(key, value, ttlMs) {
      put(key, { value: Buffer.from(value), expiresAt: now() + ttlMs });
    },
    async delete(key) {
      entries.delete(key);
    },
    async increment(key, ttlMs, by = 1) {
      const entry = live(key);
      const count = Number(entry?.value.toString() ?? '0') + by;
      if (entry === undefined) put(key, { value: Buffer.from(String(count)), expiresAt: now() + ttlMs });
      else entry.value = Buffer.from(String(count));
      return count;
    },
    async close() {
      entries.clear();
    },
  };
}
