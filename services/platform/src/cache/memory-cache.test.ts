import { expect, it } from 'vitest';
import { describeCacheContract } from './cache-contract.ts';
import { memoryCache } from './memory-cache.ts';

describeCacheContract('memory', () => {
  let at = 1_000;
  return {
    cache: memoryCache({ now: () => at }),
    pass: async (ms) => {
      at += ms;
    },
  };
});

it('stays within its bound: evicts what was used least recently', async () => {
  const cache = memoryCache({ maxEntries: 3 });
  for (const key of ['old', 'used', 'new']) await cache.set(key, 'x', 60_000);
  await cache.get('used');
  await cache.increment('count', 60_000);
  expect(await cache.get('old')).toBeUndefined();
  await cache.set('another', 'x', 60_000);
  expect(await cache.get('new')).toBeUndefined();
  expect(await cache.get('used')).toBeDefined();
  expect(await cache.increment('count', 60_000)).toBe(2);
});
