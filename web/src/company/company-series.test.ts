import { describe, expect, it } from 'vitest';
import { companySeries } from './company-series.ts';

describe('companySeries', () => {
  const places = (companyIds: readonly number[]) => [3, 7, 12].map(companySeries(companyIds));

  it('is the place by id, in whatever order the companies are listed', () => {
    expect(places([3, 7, 12])).toEqual([0, 1, 2]);
    expect(places([12, 3, 7])).toEqual([0, 1, 2]);
  });

  it('stays when a company is new', () => {
    expect(places([20, 12, 3, 7])).toEqual([0, 1, 2]);
  });

  it('is known for a company that is not listed', () => {
    expect(companySeries([])(1)).toBe(0);
    expect(companySeries([])(4)).toBe(3);
  });
});
