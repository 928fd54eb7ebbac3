import { expect, it } from 'vitest';
import { maskValue } from './mask-value.ts';

it.each([
  ['aadhaar', '2345 6789 0124', 'XXXX-XXXX-0124'],
  ['pan', 'ABCPK1234L', 'XXXXX234L'],
  ['phone', '+91 98123 45678', 'XXXXX45678'],
  ['email', 'asha.rao@example.com', 'as***@example.com'],
  ['email', 'a@example.com', 'a****@example.com'],
  ['bank_account', '001234567890', 'XXXXXXX7890'],
  ['name', 'Asha Rao', 'XXXX-MASKED'],
  ['dob', '1990-04-12', 'XXXX-MASKED'],
  // Too short to show its end.
  ['pan', 'L', 'XXXX-MASKED'],
  [undefined, 'South', 'XXXX-MASKED'],
  ['name', '  ', ''],
] as const)('the mask of %s %j is %s', (type, value, mask) => {
  expect(maskValue(type, value)).toBe(mask);
});
