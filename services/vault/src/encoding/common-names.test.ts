import { describe, expect, it } from 'vitest';
import { commonnessOf } from './common-names.ts';
import { nameParts } from './name-parts.ts';

const classOf = (name: string) => commonnessOf(nameParts(name).written);

describe('commonnessOf', () => {
  it.each([
    ['Anita Kumari', 2],
    ['Rajesh Kumar', 2],
    ['Mohd Khan', 2],
    ['Anita', 2],
    ['Anita Venkataraghavan', 1],
    ['A. Kumar', 1],
    ['Rajesh Kumar Venkataraghavan', 1],
    ['Zenobia Venkataraghavan', 0],
    ['Zenobia', 0],
    ['Rajesh Zenobia Venkataraghavan', 0],
    ['', 0],
  ] as const)('of %s is %i', (name, expected) => {
    expect(classOf(name)).toBe(expected);
  });

  it('is the same in any order, spelling, script and with a title', () => {
    for (const name of ['KUMARI, Anita', 'Aneeta Kumaree', 'Smt. Anita Kumari', 'अनीता कुमारी'])
      expect(classOf(name)).toBe(2);
  });
});
