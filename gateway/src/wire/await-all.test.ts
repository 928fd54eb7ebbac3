import { expect, it } from 'vitest';
import { awaitAll } from './await-all.ts';

it('returns all results; of several errors throws the first in list order, not in time', async () => {
  expect(await awaitAll([Promise.resolve(1), Promise.resolve('a')])).toEqual([1, 'a']);
  let refuseFirst: (error: Error) => void = () => {};
  const first = new Promise<never>((_, reject) => {
    refuseFirst = reject;
  });
  const both = awaitAll([first, Promise.reject(new Error('second'))]);
  refuseFirst(new Error('first'));
  await expect(both).rejects.toThrow('first');
});
