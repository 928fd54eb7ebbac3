import { expect, it } from 'vitest';
import { canonicalise } from './canonical.ts';

const read = (text: string) => {
  const result = canonicalise('phone', text);
  return result.ok ? result.value : result.reason;
};

it.each([
  '(+91) 98123 45670',
  '(+91)98123-45670',
  '( +91 ) 9812345670',
  '+(91) 98123 45670',
  '+91 (0) 98123 45670',
  'tel:+91-98123-45670',
  'TEL: +91 98123 45670',
  'tel:98123-45670;phone-context=+91',
  '0091 98123 45670',
  '00 91 9812345670',
  '(0091) 98123 45670',
  '919812345670',
  '٠٠٩١٩٨١٢٣٤٥٦٧٠',
  '\u202d+91 98123 45670\u202c',
])('%j is the same number', (text) => {
  expect(read(text)).toBe('+919812345670');
});

it.each([
  ['(022) 2212 3456', '+912222123456'],
  ['(+91-22) 2212 3456', '+912222123456'],
  ['(+1) 202 555 0123', '+12025550123'],
  ['001 202 555 0123', '+12025550123'],
  ['98123 45670 ext 12', 'PHONE_EXTENSION'],
  ['+91 98123 45670 x12', 'PHONE_EXTENSION'],
  ['tel:+91-98123-45670;ext=12', 'PHONE_EXTENSION'],
  ['tel 9812345670', 'PHONE_INVALID'],
  ['tel:', 'PHONE_INVALID'],
  ['9812345670/9123456780', 'PHONE_INVALID'],
  ['call 98123 45670', 'PHONE_INVALID'],
  ['9.81235E+09', 'SCIENTIFIC_NOTATION'],
  ['9812345670.0', 'TRAILING_DECIMAL'],
])('%j is %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});
