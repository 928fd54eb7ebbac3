import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../core/errors/app-error.ts';
import { createCommitter } from './committer.ts';

/** A commit that the test completes. */
function gate() {
  const waiting: (() => void)[] = [];
  return {
    wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
    open: () => waiting.shift()?.(),
    get held() {
      return waiting.length;
    },
  };
}
/** Waits two turns of the event loop: callers resume in the turn after the commit's answer. */
const settle = async () => {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('committer', () => {
  it('has one batch in flight, and sends the items that arrive meanwhile as the next', async () => {
    const batches: number[][] = [];
    const door = gate();
    const committer = createCommitter<number, number>({
      commit: async (items) => {
        batches.push(items);
        await door.wait();
        return items.map((item) => item * 10);
      },
    });
    const first = [committer.submit(1), committer.submit(2)];
    await settle();
    const later = [3, 4, 5].map((item) => committer.submit(item));
    await settle();
    expect(batches).toEqual([[1, 2]]);
    door.open();
    expect(await Promise.all(first)).toEqual([10, 20]);
    await settle();
    door.open();
    expect(await Promise.all(later)).toEqual([30, 40, 50]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('sends the second half of many callers before it answers the first half', async () => {
    const happened: string[] = [];
    const door = gate();
    const committer = createCommitter<number, number>({
      commit: async (items) => {
        await new Promise((resolve) => process.nextTick(resolve)); // Like the wait for a connection.
        happened.push(`sent ${items.join(' ')}`);
        await door.wait();
        return items;
      },
    });
    const submit = (item: number) => committer.submit(item).then(() => happened.push(`answered ${item}`));
    const first = submit(1);
    await settle();
    const crowd = [2, 3, 4, 5].map(submit);
    for (let commit = 0; commit < 4; commit += 1) {
      await settle();
      door.open();
    }
    await Promise.all([first, ...crowd]);
    expect(happened).toEqual([
      ...['sent 1', 'sent 2 3 4', 'answered 1'],
      ...['sent 5', 'answered 2', 'answered 3', 'answered 4', 'answered 5'],
    ]);
  });

  it('includes items submitted later in the same turn of the event loop', async () => {
    const batches: number[][] = [];
    const committer = createCommitter<number, number>({
      commit: async (items) => {
        batches.push(items);
        return items;
      },
    });
    const first = committer.submit(1);
    await Promise.resolve();
    await new Promise((resolve) => process.nextTick(resolve));
    await Promise.all([first, committer.submit(2)]);
    expect(batches).toEqual([[1, 2]]);
  });

  it('never exceeds the batch size and keeps the order', async () => {
    const batches: number[][] = [];
    const committer = createCommitter<number, number>({
      maxBatch: 3,
      commit: async (items) => {
        batches.push(items);
        return items;
      },
    });
    await Promise.all([1, 2, 3, 4, 5, 6, 7].map((item) => committer.submit(item)));
    expect(batches).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  });

  it('returns the result of each item, whichever items of a batch are invalid', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (bad, maxBatch) => {
          const done: number[] = [];
          const committer = createCommitter<number, string>({
            maxBatch,
            commit: async (items) => {
              if (items.some((item) => bad[item]))
                throw new AppError('ALREADY_EXISTS', 'CONFLICT', `bad ${items}`);
              done.push(...items);
              return items.map(String);
            },
          });
          const results = await Promise.allSettled(bad.map((_, item) => committer.submit(item)));
          results.forEach((result, item) => {
            if (bad[item])
              expect(result).toMatchObject({ status: 'rejected', reason: { message: `bad ${item}` } });
            else expect(result).toEqual({ status: 'fulfilled', value: String(item) });
          });
          expect(done).toEqual(bad.flatMap((isBad, item) => (isBad ? [] : [item])));
        },
      ),
    );
  });

  it('does not retry if the database is unavailable or the outcome is unknown', async () => {
    let calls = 0;
    const committer = createCommitter<number, number>({
      commit: () => {
        calls += 1;
        return Promise.reject(new AppError('UNAVAILABLE', 'COMMIT_UNKNOWN', 'away'));
      },
    });
    const results = await Promise.allSettled([1, 2, 3].map((item) => committer.submit(item)));
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(calls).toBe(1);
  });

  it('refuses items above the queue limit and continues', async () => {
    const door = gate();
    const committer = createCommitter<number, number>({
      maxQueued: 2,
      commit: async (items) => {
        await door.wait();
        return items;
      },
    });
    const inFlight = committer.submit(0);
    await settle();
    const queued = [committer.submit(1), committer.submit(2)];
    await expect(committer.submit(3)).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED' });
    door.open();
    await inFlight;
    await settle();
    door.open();
    expect(await Promise.all(queued)).toEqual([1, 2]);
    expect(door.held).toBe(0);
  });
});
