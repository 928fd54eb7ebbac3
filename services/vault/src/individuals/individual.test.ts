import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchRanges } from './individual.ts';

describe('search ranges', () => {
  it('hold exactly the ids whose text starts with the digits', () => {
    const id = fc.integer({ min: 1, max: 999_999_999_999_999 });
    const prefix = fc.integer({ min: 1, max: 99_999 });
    fc.assert(
      fc.property(id, prefix, (one, digits) => {
        const { ids } = searchRanges(String(digits));
        const isIn = ids.some(([low, high]) => one >= low && one <= high);
        expect(isIn).toBe(String(one).startsWith(String(digits)));
      }),
      { numRuns: 2000 },
    );
  });

  it('hold exactly the master keys that start with the text, dashes or not, any case', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.integer({ min: 1, max: 36 }), (key, other, length) => {
        const { masterKeys } = searchRanges(key.slice(0, length).toUpperCase());
        const isIn = (one: string) =>
          masterKeys !== undefined && one >= masterKeys[0] && one <= masterKeys[1];
        const plain = key.slice(0, length).replaceAll('-', '');
        expect(isIn(key)).toBe(true);
        expect(isIn(other)).toBe(other.replaceAll('-', '').startsWith(plain));
      }),
    );
  });

  it('drop IND_ and find nothing for anything else', () => {
    expect(searchRanges('ind_42').ids).toEqual(searchRanges('42').ids);
    for (const text of ['', ' ', '0', 'xyz', '-', '%', "'; DROP TABLE"])
      expect(searchRanges(text).ids).toEqual([]);
    for (const text of ['', 'xyz', '%', 'IND_', 'a'.repeat(33)])
      expect(searchRanges(text).masterKeys).toBeUndefined();
  });
});
