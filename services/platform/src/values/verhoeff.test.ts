import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasVerhoeffCheckDigit, verhoeffCheckDigit } from './verhoeff.ts';

const body = fc.stringMatching(/^[0-9]{11}$/);
const sealed = body.map((digits) => digits + verhoeffCheckDigit(digits));

test('known numbers', () => {
  expect(verhoeffCheckDigit('236')).toBe('3');
  expect([...'0123456789'].filter((digit) => hasVerhoeffCheckDigit(`236${digit}`))).toEqual(['3']);
  expect(verhoeffCheckDigit('12345')).toBe('1');
  expect(hasVerhoeffCheckDigit('234123412346')).toBe(true);
});

test('a number with its check digit is valid', () => {
  fc.assert(fc.property(sealed, (digits) => hasVerhoeffCheckDigit(digits)));
});

test('every single-digit error is detected', () => {
  fc.assert(
    fc.property(sealed, fc.nat(11), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
      const wrong = String((Number(digits[at]) + by) % 10);
      return !hasVerhoeffCheckDigit(digits.slice(0, at) + wrong + digits.slice(at + 1));
    }),
  );
});

test('every transposition of unequal neighbours is detected', () => {
  fc.assert(
    fc.property(sealed, fc.nat(10), (digits, at) => {
      const [left, right] = [digits.charAt(at), digits.charAt(at + 1)];
      fc.pre(left !== right);
      return !hasVerhoeffCheckDigit(digits.slice(0, at) + right + left + digits.slice(at + 2));
    }),
  );
});
