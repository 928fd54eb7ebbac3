import { describe, expect, it } from 'vitest';
import { wayOf } from './match-waiting.ts';

/** Waiting records in a space of this size. */
const way = (waiting: number, records: number, coming: Parameters<typeof wayOf>[2]) =>
  wayOf(waiting, 100, coming, async (most) => Math.min(records, most));

describe('wayOf', () => {
  it('matches few one by one, and many at once when they are a large part of all', async () => {
    expect(await way(99, 0, 'none')).toBe('one by one');
    expect(await way(100, 2_000, 'none')).toBe('all at once');
    expect(await way(100, 2_001, 'none')).toBe('one by one');
  });

  it('delays passes while more records arrive, so that each doubles the matched ones', async () => {
    expect(await way(100, 201, 'others')).toBe('later');
    expect(await way(100, 200, 'others')).toBe('all at once');
    expect(await way(1_000, 2_001, 'an import')).toBe('later');
    expect(await way(1_000, 2_000, 'an import')).toBe('all at once');
    expect(await way(999, 999, 'an import')).toBe('later');
  });

  it('does not count records when their number is irrelevant', async () => {
    const count = () => Promise.reject(new Error('The records were counted'));
    expect(await wayOf(99, 100, 'none', count)).toBe('one by one');
    expect(await wayOf(999, 100, 'an import', count)).toBe('later');
  });
});
