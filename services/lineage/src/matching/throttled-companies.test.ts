import { describe, expect, it } from 'vitest';
import { throttledCompanies } from './throttled-companies.ts';

describe('throttled companies', () => {
  it('are skipped until their time has passed, each separately', () => {
    let now = 0;
    const throttled = throttledCompanies(1_000, () => now);
    expect(throttled.ids()).toEqual([]);
    throttled.throttle(7);
    now = 600;
    throttled.throttle(8);
    expect(throttled.ids()).toEqual([7, 8]);
    now = 1_000;
    expect(throttled.ids()).toEqual([8]);
    throttled.throttle(8);
    now = 1_600;
    expect(throttled.ids()).toEqual([8]);
    now = 2_000;
    expect(throttled.ids()).toEqual([]);
  });
});
