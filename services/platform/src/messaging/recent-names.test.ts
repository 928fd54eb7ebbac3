import { describe, expect, it } from 'vitest';
import { recentNames } from './recent-names.ts';

describe('recent names', () => {
  it('keeps at least the given number of recent names, and at most twice as many', () => {
    const recent = recentNames<string>(10);
    for (let n = 1; n <= 95; n += 1) {
      recent.set(`n${n}`, String(n));
      const known = Array.from({ length: n }, (_, i) => i + 1).filter(
        (i) => recent.get(`n${i}`) === String(i),
      );
      expect(known.length).toBeGreaterThanOrEqual(Math.min(n, 10));
      expect(known.length).toBeLessThanOrEqual(20);
      expect(known).toEqual(Array.from(known, (_, i) => n - known.length + 1 + i));
    }
  });

  it('returns the last value of a name; setting a name again uses no additional entry', () => {
    const recent = recentNames<string>(2);
    recent.set(1, 'kept');
    for (let n = 0; n < 5; n += 1) recent.set('again', `${n}`);
    expect(recent.get('again')).toBe('4');
    expect(recent.get(1)).toBe('kept');
    expect(recent.get('other')).toBeUndefined();
  });

  it('keeps a name longer when it is set again before it is evicted', () => {
    const recent = recentNames<string>(3);
    for (const name of ['a', 'b', 'c', 'd', 'a', 'e', 'f']) recent.set(name, name);
    expect(recent.get('a')).toBe('a');
    expect(recent.get('b')).toBeUndefined();
  });
});
