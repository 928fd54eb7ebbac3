import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyAfter, keysStartingWith, searchTerms } from './individual.ts';

describe('search terms', () => {
  it('treat digits as a part of an id, without IND_', () => {
    expect(searchTerms(' ind_042 ').digits).toBe('042');
    expect(searchTerms('9'.repeat(16)).digits).toBeUndefined();
    for (const text of ['', ' ', 'xyz', '-', '%', '4a', "'; DROP TABLE"])
      expect(searchTerms(text).digits).toBeUndefined();
  });

  it('are hexadecimal digits of master keys, without dashes, in any case', () => {
    expect(searchTerms(' 4F3A-9c ').hex).toBe('4f3a9c');
    for (const text of ['', 'xyz', '%', 'IND_', 'a'.repeat(33)])
      expect(searchTerms(text).hex).toBeUndefined();
  });
});

describe('master keys', () => {
  it('start with digits exactly between the first and the last of these', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.integer({ min: 0, max: 32 }), (key, other, length) => {
        const plain = key.replaceAll('-', '').slice(0, length);
        const [first, last] = keysStartingWith(plain);
        const isIn = (one: string) => one >= first && one <= last;
        expect(isIn(key)).toBe(true);
        expect(isIn(other)).toBe(other.replaceAll('-', '').startsWith(plain));
      }),
    );
  });

  it('have a next one, except the last', () => {
    expect(keyAfter('00000000-0000-0000-0000-0000ffffffff')).toBe('00000000-0000-0000-0000-000100000000');
    expect(keyAfter('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBeUndefined();
  });
});
