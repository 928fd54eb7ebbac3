import { expect, it } from 'vitest';
import { welch } from './welch.ts';

it('is the difference of the means in standard errors', () => {
  // Student's sleep data (1908): R's t.test(extra ~ group) gives t = -1.8608.
  const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
  const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
  const { difference, t } = welch(first, second);
  expect(difference).toBeCloseTo(-1.58, 10);
  expect(t).toBeCloseTo(-1.8608, 4);
});

it('is 0 for the same constant', () => {
  expect(welch([2, 2, 2], [2, 2, 2]).t).toBe(0);
});
