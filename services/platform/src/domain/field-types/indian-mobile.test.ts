import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { indianMobile } from './indian-mobile.ts';

const digits = (count: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((each) => each.join(''));

describe('an Indian mobile number in a usual form', () => {
  it.each(['9876543210', '09876543210', '+919876543210', '+91 98765 43210', '98765 43210'])('%s', (typed) => {
    expect(indianMobile(typed)).toBe('+919876543210');
  });

  it('is not recognised in other texts', () => {
    for (const typed of ['2212345678', '+1 202 555 0123', '987654321', '98765432101', '0091 9876543210', ''])
      expect(indianMobile(typed)).toBeNull();
  });

  it('has the same result as libphonenumber, which refuses other numbers', () => {
    const typed = fc
      .tuple(fc.constantFrom('', '0', '+91', '+91 '), fc.constantFrom('6', '7', '8', '9'), digits(9))
      .chain(([prefix, first, rest]) => {
        const number = first + rest;
        const parted = `${number.slice(0, 5)} ${number.slice(5)}`;
        return fc.constantFrom(prefix + number, prefix + parted);
      });
    fc.assert(
      fc.property(typed, (text) => {
        const number = parsePhoneNumberFromString(text, { defaultCountry: 'IN', extract: false });
        const usual = indianMobile(text);
        if (usual !== null) expect(number?.isValid() === true && number.number).toBe(usual);
        else expect(number?.getType()).not.toBe('MOBILE');
      }),
      { numRuns: 2_000 },
    );
  });
});
