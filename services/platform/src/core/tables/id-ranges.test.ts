import { expect, it } from 'vitest';
import { disjointRanges, rangesContaining } from './id-ranges.ts';

it.each(['7', '0', '12', '00', '505', '9999', '0123', '1234'])(
  '%s: matches exactly the ids that contain it',
  (digits) => {
    const ranges = rangesContaining(digits, 4);
    for (let id = 1; id < 10_000; id += 1) {
      const isFound = ranges.some(({ low, high }) => id >= low && id <= high);
      if (isFound !== String(id).includes(digits)) expect([id, isFound]).toEqual([id, !isFound]);
    }
  },
);

it('no id contains more digits than it has', () => {
  expect(rangesContaining('12345', 4)).toEqual([]);
});

it('disjoint ranges contain the same ids, ascending and with gaps between them', () => {
  const ranges = rangesContaining('99', 4);
  const apart = disjointRanges(ranges);
  for (const [at, { low }] of apart.entries())
    if (at > 0) expect(low).toBeGreaterThan((apart[at - 1]?.high ?? 0) + 1);
  const holds = (all: typeof ranges, id: number) => all.some(({ low, high }) => id >= low && id <= high);
  for (let id = 1; id < 10_000; id += 1) expect(holds(apart, id)).toBe(holds(ranges, id));
});
