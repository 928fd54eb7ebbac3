import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWindows } from './read-windows.ts';

/** Reads the ids that pass, and counts the rows read. */
function listOf(ids: readonly number[], passes: (id: number) => boolean) {
  const newestFirst = ids.toSorted((a, b) => b - a);
  const seen = { looked: 0, windows: 0 };
  const span = { newest: newestFirst[0] ?? 0, oldest: newestFirst.at(-1) ?? 0, rows: ids.length };
  const first = (limit: number) =>
    readWindows(span, limit, async ({ from, before, count }) => {
      const inside = newestFirst.filter((id) => id >= from && id < before);
      seen.looked += inside.length;
      seen.windows += 1;
      return inside
        .filter(passes)
        .map((id) => ({ id }))
        .slice(0, count);
    });
  return { first, seen, passing: newestFirst.filter(passes).map((id) => ({ id })) };
}

it('returns the newest rows that pass, and reads each row at most once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 400 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 50 }),
      async (ids, limit, oneIn) => {
        const { first, seen, passing } = listOf(ids, (id) => id % oneIn === 0);
        expect(await first(limit)).toEqual(passing.slice(0, limit));
        expect(seen.looked).toBeLessThanOrEqual(ids.length);
      },
    ),
  );
});

describe('of 100,000 rows', () => {
  const ids = Array.from({ length: 100_000 }, (_, n) => 1_000_000 + 3 * n);

  it.each([
    ['all', 1, 150, 1],
    ['one in ten', 10, 1_500, 3],
    ['one in a hundred', 100, 8_000, 5],
  ])('with %s that pass, a page reads few rows', async (_what, oneIn, looked, windows) => {
    const { first, seen } = listOf(ids, (id) => ((id - 1_000_000) / 3) % oneIn === 0);
    expect(await first(50)).toHaveLength(50);
    expect(seen.looked).toBeLessThanOrEqual(looked);
    expect(seen.windows).toBeLessThanOrEqual(windows);
  });

  it('with none that passes, all are read in few windows', async () => {
    const { first, seen } = listOf(ids, () => false);
    expect(await first(50)).toEqual([]);
    expect(seen).toEqual({ looked: 100_000, windows: 4 });
  });
});
