import { describe, expect, it } from 'vitest';
import { companySeries } from './use-company-series.ts';

describe('companySeries', () => {
  const places = (companyIds: readonly number[]) => [3, 7, 12].map(companySeries(companyIds));

  it('is the index by id, for any order of the list', () => {
    expect(places([3, 7, 12])).toEqual([0, 1, 2]);
    expect(places([12, 3, 7])).toEqual([0, 1, 2]);
  });

  it('does not change when a company is added', () => {
    expect(places([20, 12, 3, 7])).toEqual([0, 1, 2]);
  });

  it('is defined for a company outside the list', () => {
    expect(companySeries([])(1)).toBe(0);
    expect(companySeries([])(4)).toBe(3);
  });
});
