import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchTerms } from './individual.ts';

describe('search terms', () => {
  it('treat digits as a part of an id, without IND_', () => {
    expect(searchTerms(' ind_042 ').digits).toBe('042');
    expect(searchTerms('9'.repeat(16)).digits).toBeUndefined();
    for (const text of ['', ' ', 'xyz', '-', '%', '4a', "'; DROP TABLE"])
      expect(searchTerms(text).digits).toBeUndefined();
  });

  it('match exactly the master keys that start with the text, with or without dashes, in any case', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.integer({ min: 1, max: 36 }), (key, other, length) => {
        const { masterKeys } = searchTerms(key.slice(0, length).toUpperCase());
        const isIn = (one: string) =>
          masterKeys !== undefined && one >= masterKeys[0] && one <= masterKeys[1];
        const plain = key.slice(0, length).replaceAll('-', '');
        expect(isIn(key)).toBe(true);
        expect(isIn(other)).toBe(other.replaceAll('-', '').startsWith(plain));
      }),
    );
  });

  it('match no master key for other text', () => {
    for (const text of ['', 'xyz', '%', 'IND_', 'a'.repeat(33)])
      expect(searchTerms(text).masterKeys).toBeUndefined();
  });
});
