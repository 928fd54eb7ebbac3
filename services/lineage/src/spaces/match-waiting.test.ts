import { describe, expect, it } from 'vitest';
import { wayOf } from './match-waiting.ts';

describe('wayOf', () => {
  it('matches few one by one, and many at once when they are a good part of all', () => {
    expect(wayOf({ waiting: 99, records: 0 }, 100, 'nobody')).toBe('one by one');
    expect(wayOf({ waiting: 100, records: 2_000 }, 100, 'nobody')).toBe('all at once');
    expect(wayOf({ waiting: 100, records: 2_001 }, 100, 'nobody')).toBe('one by one');
  });

  it('puts passes off while more is coming, so that each doubles what is matched', () => {
    expect(wayOf({ waiting: 100, records: 201 }, 100, 'others')).toBe('later');
    expect(wayOf({ waiting: 100, records: 200 }, 100, 'others')).toBe('all at once');
    expect(wayOf({ waiting: 1_000, records: 2_001 }, 100, 'an import')).toBe('later');
    expect(wayOf({ waiting: 1_000, records: 2_000 }, 100, 'an import')).toBe('all at once');
    expect(wayOf({ waiting: 999, records: 999 }, 100, 'an import')).toBe('later');
  });
});
