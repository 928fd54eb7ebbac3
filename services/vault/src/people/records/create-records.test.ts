import { expect, it } from 'vitest';
import { forEachWithConcurrency } from './create-records.ts';

it('runs a limited number of items at a time, in order', async () => {
  const begun: number[] = [];
  const running = new Set<number>();
  let most = 0;
  await forEachWithConcurrency([0, 1, 2, 3, 4], 2, async (n) => {
    begun.push(n);
    running.add(n);
    most = Math.max(most, running.size);
    await Promise.resolve();
    running.delete(n);
  });
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});

it('starts nothing after a failure, and ends when the running items have ended', async () => {
  const other = Promise.withResolvers<void>();
  const begun: number[] = [];
  let isOver = false;
  const work = async (n: number) => {
    begun.push(n);
    if (n === 1) throw new Error('planted');
    await other.promise;
  };
  const all = forEachWithConcurrency([0, 1, 2, 3], 2, work).finally(() => {
    isOver = true;
  });
  const failed = expect(all).rejects.toThrow('planted');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  other.resolve();
  await failed;
  expect(begun).toEqual([0, 1]);
});
