import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Cache } from './cache.ts';

export interface CacheUnderTest {
  readonly cache: Cache;
  /** Advances time by this many ms: moves a clock, or shortens the entries' time to live. */
  pass(ms: number): Promise<void>;
}

/** Contract of every cache adapter. */
export function describeCacheContract(name: string, make: () => CacheUnderTest): void {
  describe(`cache contract: ${name}`, () => {
    const { cache, pass } = make();
    afterAll(() => cache.close());

    it('keeps bytes and text until they are deleted', async () => {
      const key = randomUUID();
      expect(await cache.get(key)).toBeUndefined();
      const bytes = Buffer.from([0, 1, 254, 255]);
      await cache.set(key, bytes, 60_000);
      bytes.fill(7);
      expect(await cache.get(key)).toEqual(Buffer.from([0, 1, 254, 255]));
      await cache.set(key, 'नमस्ते', 60_000);
      expect((await cache.get(key))?.toString()).toBe('नमस्ते');
      await cache.delete(key);
      await cache.delete(key);
      expect(await cache.get(key)).toBeUndefined();
    });

    it('drops an entry at the end of its time to live', async () => {
      const key = randomUUID();
      await cache.set(key, 'a', 20_000);
      expect(await cache.get(key)).toBeDefined();
      await pass(25_000);
      expect(await cache.get(key)).toBeUndefined();
    });

    it('counts parallel increments exactly, in a fixed window', async () => {
      const key = randomUUID();
      const counts = await Promise.all(Array.from({ length: 50 }, () => cache.increment(key, 40_000)));
      expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
      await pass(25_000);
      expect(await cache.increment(key, 40_000)).toBe(51);
      await pass(25_000);
      expect(await cache.increment(key, 40_000, 7)).toBe(7);
      expect(await cache.increment(key, 40_000, 3)).toBe(10);
      await pass(45_000);
      expect(await cache.increment(key, 40_000)).toBe(1);
    });
  });
}
