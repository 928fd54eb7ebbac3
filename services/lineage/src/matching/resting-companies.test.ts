import { describe, expect, it } from 'vitest';
import { restingCompanies } from './resting-companies.ts';

describe('resting companies', () => {
  it('are passed over until their time is up, each on its own', () => {
    let now = 0;
    const resting = restingCompanies(1_000, () => now);
    expect(resting.ids()).toEqual([]);
    resting.rest(7);
    now = 600;
    resting.rest(8);
    expect(resting.ids()).toEqual([7, 8]);
    now = 1_000;
    expect(resting.ids()).toEqual([8]);
    resting.rest(8);
    now = 1_600;
    expect(resting.ids()).toEqual([8]);
    now = 2_000;
    expect(resting.ids()).toEqual([]);
  });
});
