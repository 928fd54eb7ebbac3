import { expect, it } from 'vitest';
import { hoursOfBulk, hoursWithRoom } from './hours-of-bulk.ts';

it.each([
  ['up to the budget all are shown in the first hour', [], 3, [0, 0, 0]],
  ['the rest waits for the hours that follow', [], 7, [0, 0, 0, 1, 1, 1, 2]],
  [
    'an hour admits what remains of its budget',
    [
      [0, 2],
      [1, 1],
    ],
    4,
    [0, 1, 1, 2],
  ],
  [
    'an overspent hour admits none',
    [
      [0, 9],
      [1, 3],
    ],
    2,
    [2, 2],
  ],
] as const)('%s', (_, used, count, hours) => {
  expect(hoursOfBulk(new Map(used), count, 3)).toEqual(hours);
});

it('places an event in an hour with room that is not before its earliest one', () => {
  const full = new Set([2, 3]);
  const roomOf = (hour: number) => (full.has(hour) ? 0 : 1);
  expect(hoursWithRoom([2, 0, 0, 2, 4], roomOf)).toEqual([4, 0, 1, 5, 6]);
});
