import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeParts } from './merge-parts.ts';

const ascending = (a: number, b: number) => a - b;

it('gives the first rows of all parts, whatever lies in them, and reads no part further than it must', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 100_000 }), { maxLength: 300 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 120 }),
      async (drawn, limit) => {
        const parts = drawn.map((part) => part.toSorted(ascending));
        let read = 0;
        const found = await mergeParts(parts, limit, ascending, async (begun, count) => {
          const rows = begun.map(({ part, last }) =>
            part.filter((row) => last === undefined || row > last).slice(0, count),
          );
          read += rows.flat().length;
          return new Map(rows.entries());
        });
        const all = parts.flat().toSorted(ascending);
        // Of equal rows in several parts any may come first: only the values are compared.
        expect(found).toEqual(all.slice(0, limit));
        expect(read).toBeLessThanOrEqual(parts.length * Math.max(8, 2 * limit) + 8 * limit);
      },
    ),
  );
});

it('reads few rows of many parts', async () => {
  const parts = Array.from({ length: 60 }, (_, part) =>
    Array.from({ length: 1_000 }, (_, n) => n * 60 + part),
  );
  let read = 0;
  const found = await mergeParts(parts, 50, ascending, async (begun, count) => {
    const rows = begun.map(({ part, last }) => part.filter((row) => row > (last ?? -1)).slice(0, count));
    read += rows.flat().length;
    return new Map(rows.entries());
  });
  expect(found).toEqual(Array.from({ length: 50 }, (_, n) => n));
  expect(read).toBe(60 * 8);
});
