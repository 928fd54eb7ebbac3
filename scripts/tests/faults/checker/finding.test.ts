import { expect, it } from 'vitest';
import { findingOf } from './finding.ts';

const cases = (count: number) =>
  findingOf(
    'answers agree',
    'wrong',
    Array.from({ length: count }, (_, n) => `${n}`),
  );

it('combines cases in one finding: the count and the first cases', () => {
  expect(cases(0)).toEqual([]);
  expect(cases(2)).toEqual([{ promise: 'answers agree', what: 'wrong (2): 0; 1' }]);
  expect(cases(7)).toEqual([{ promise: 'answers agree', what: 'wrong (7): 0; 1; 2; 3; 4 and 2 more' }]);
});
