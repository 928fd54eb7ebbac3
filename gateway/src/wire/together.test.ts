import { expect, it } from 'vitest';
import { together } from './together.ts';

it('gives all answers, and of several refusals the first in the list, however late it comes', async () => {
  expect(await together([Promise.resolve(1), Promise.resolve('a')])).toEqual([1, 'a']);
  let refuseFirst: (error: Error) => void = () => {};
  const first = new Promise<never>((_, reject) => {
    refuseFirst = reject;
  });
  const both = together([first, Promise.reject(new Error('second'))]);
  refuseFirst(new Error('first'));
  await expect(both).rejects.toThrow('first');
});
