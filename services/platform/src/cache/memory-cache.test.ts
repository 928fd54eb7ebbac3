import { expect, it } from 'vitest';
import { describeCacheContract } from './cache-contract.ts';
import { memoryCache } from './memory-cache.ts';

describeCacheContract('memory', () => {
  let at = 0;
  return {
    cache: memoryCache({ now: () => at }),
    pass: async (ms) => {
      at += ms;
    },
  };
});

it('stays within its bound: evicts expired entries first, then the oldest', async () => {
  let at = 0;
  const cache = memoryCache({ maxEntries: 3, now: () => at });
  await cache.set('old', 'x', 1_000);
  await cache.set('short', 'x', 10);
  await cache.set('new', 'x', 1_000);
  at = 20;
  await cache.set('a', 'x', 1_000);
  expect(await cache.get('old')).toBeDefined();
  await cache.set('b', 'x', 1_000);
  expect(await cache.get('old')).toBeUndefined();
  expect(await Promise.all(['new', 'a', 'b'].map((key) => cache.get(key)))).not.toContain(undefined);
});
