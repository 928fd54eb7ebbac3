import { expect, it } from 'vitest';
import { awaitAll } from './await-all.ts';

it('returns all results, and of several errors the first in the list, not the first in time', async () => {
  expect(await awaitAll([Promise.resolve(1), Promise.resolve('a')])).toEqual([1, 'a']);
  let refuseFirst: (error: Error) => void = () => {};
  const first = new Promise<never>((_, reject) => {
    refuseFirst = reject;
  });
  const both = awaitAll([first, Promise.reject(new Error('second'))]);
  refuseFirst(new Error('first'));
  await expect(both).rejects.toThrow('first');
});
