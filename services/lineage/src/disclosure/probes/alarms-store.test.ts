import { expect, it } from 'vitest';
import { roundedEvents } from './alarms-store.ts';

it.each([
  [21, 20, 21],
  [39, 20, 21],
  [40, 20, 40],
  [79, 20, 40],
  [4_000, 200, 3_200],
  [1, 0, 1],
  [5, 0, 4],
])('of %i events above a budget of %i an alarm reports %i', (events, budget, named) => {
  expect(roundedEvents({ events, budget })).toBe(named);
});
