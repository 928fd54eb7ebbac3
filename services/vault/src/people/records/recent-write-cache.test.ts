import { describe, expect, it } from 'vitest';
import { RecentWriteCache } from './recent-write-cache.ts';

const consent = { purpose: 'kyc', date: new Date(0), alsoFor: [] };
const person = (individualId: number, companyId = 1) => ({
  companyId,
  individualId,
  consent,
  values: new Map([['name', `P ${individualId}`]] as const),
});

describe('people just created', () => {
  it('are returned once, in their own company', () => {
    const fresh = new RecentWriteCache();
    fresh.add(person(7));
    expect(fresh.take(2, 7)).toBe(undefined);
    expect(fresh.take(1, 7)).toEqual(person(7));
    expect(fresh.take(1, 7)).toBe(undefined);
  });

  it('are dropped after twenty seconds, with or without a read', () => {
    let now = 0;
    const fresh = new RecentWriteCache(() => now);
    fresh.add(person(1));
    fresh.add(person(2));
    now = 19_000;
    fresh.add(person(3));
    now = 20_001;
    expect(fresh.take(1, 1)).toBe(undefined);
    fresh.forgetOld();
    expect(fresh.size).toBe(1);
    expect(fresh.take(1, 3)).toEqual(person(3));
  });

  it('are limited by memory', () => {
    const fresh = new RecentWriteCache();
    for (let id = 1; id <= 60_001; id += 1) fresh.add(person(id));
    expect(fresh.size).toBe(60_000);
    expect(fresh.take(1, 60_001)).toBe(undefined);
    expect(fresh.take(1, 1)).toEqual(person(1));
    fresh.add(person(60_001));
    expect(fresh.take(1, 60_001)).toEqual(person(60_001));
  });

  it('are fewer with long values, and as many as before after those were dropped', () => {
    let now = 0;
    const fresh = new RecentWriteCache(() => now);
    const long = (id: number) => ({
      ...person(id),
      values: new Map([['name', 'x'.repeat(999_987)]] as const),
    });
    for (let id = 1; id <= 17; id += 1) fresh.add(long(id));
    expect(fresh.size).toBe(16);
    expect(fresh.take(1, 3)).toEqual(long(3));
    fresh.add(long(17));
    fresh.add(person(18));
    expect(fresh.take(1, 18)).toBe(undefined);
    now = 20_001;
    fresh.forgetOld();
    for (let id = 1; id <= 16; id += 1) fresh.add(long(id));
    expect(fresh.size).toBe(16);
  });
});
