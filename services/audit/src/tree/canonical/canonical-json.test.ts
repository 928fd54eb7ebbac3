import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from './canonical-json.ts';

describe('RFC 8785 text', () => {
  it('is the RFC example of section 3.2.2', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30 / 1e28, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,100,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('orders members by UTF-16 code units (section 3.2.3)', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 };
    expect(Object.values(JSON.parse(canonicalJson(value)))).toHaveLength(7);
    const order = [...canonicalJson(value).matchAll(/:(\d)/g)].map((match) => match[1]);
    // '1' comes first in any JavaScript object, so the order is read from the text.
    expect(order).toEqual(['2', '4', '6', '7', '1', '5', '3']);
  });

  it('depends on the content alone and reads back as the same', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ noUnicodeString: false })),
        (value) => {
          const json = JSON.parse(JSON.stringify(value)) as Json;
          fc.pre(!JSON.stringify(json).includes('\\ud') && isSafe(json));
          const text = canonicalJson(json);
          const reversed = Object.fromEntries(Object.entries(json as object).reverse()) as Json;
          expect(canonicalJson(reversed)).toBe(text);
          expect(canonicalJson(JSON.parse(text))).toBe(text);
        },
      ),
    );
  });

  it('refuses values that JSON would not read back', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '\ud800', { '\udfff': 1 }])
      expect(() => canonicalJson(value)).toThrow(RangeError);
  });

  it('leaves undefined members out and prints -0 as 0', () => {
    expect(canonicalJson({ b: undefined, a: -0 })).toBe('{"a":0}');
  });
});

function isSafe(value: Json): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (value === null || typeof value !== 'object') return true;
  return Object.values(value).every((member) => member === undefined || isSafe(member));
}
