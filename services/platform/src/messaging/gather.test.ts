import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGather } from './gather.ts';

describe('gather', () => {
  it('handles every item once, in order per source, in sequential calls of at most max items', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 12 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 7 }),
        async (lengths, max) => {
          const seen: string[] = [];
          let running = 0;
          const gather = createGather<string>(max, async (items) => {
            running += 1;
            expect(running).toBe(1);
            expect(items.length).toBeLessThanOrEqual(max);
            await Promise.resolve();
            seen.push(...items);
            running -= 1;
          });
          const sources = lengths.map((length, s) => Array.from({ length }, (_, i) => `${s}.${i}`));
          await Promise.all(sources.map((source) => gather.add(source)));
          await gather.idle();
          expect(seen.toSorted()).toEqual(sources.flat().toSorted());
          for (const [s, source] of sources.entries())
            expect(seen.filter((item) => item.startsWith(`${s}.`))).toEqual(source);
        },
      ),
    );
  });

  it('combines items that arrive during a call into the next one', async () => {
    const calls: number[] = [];
    const first = Promise.withResolvers<void>();
    const gather = createGather<number>(100, async (items) => {
      calls.push(items.length);
      if (calls.length === 1) await first.promise;
    });
    const all = [gather.add([1])];
    await Promise.resolve();
    all.push(gather.add([2, 3]), gather.add([4]));
    first.resolve();
    await Promise.all(all);
    expect(calls).toEqual([1, 3]);
  });

  it('fails only the sources of a refused call', async () => {
    const gather = createGather<number>(2, async (items) => {
      if (items.includes(2)) throw new Error('planted');
    });
    const results = await Promise.allSettled([gather.add([1, 2, 3]), gather.add([4])]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
