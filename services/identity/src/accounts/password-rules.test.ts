import { describe, expect, it } from 'vitest';
import { createUserPasswordProblem, generatePassword, setupPasswordProblem } from './password-rules.ts';

describe('createUserPasswordProblem', () => {
  it.each(['Abcdefg1!', 'ÄBCDEFG1 !', `A1!${'x'.repeat(253)}`])('accepts %s', (password) => {
    expect(createUserPasswordProblem(password)).toBeUndefined();
  });
  it.each(['Abcdef1!', 'abcdefg1!', 'Abcdefgh!', 'Abcdefgh1', 'Abcdefg1 ', `A1!${'x'.repeat(254)}`])(
    'refuses %s',
    (password) => {
      expect(createUserPasswordProblem(password)).toBe(
        'Password must be at least 9 characters with uppercase, number, and special character',
      );
    },
  );
});

describe('setupPasswordProblem', () => {
  it('checks the length first, then the kinds of characters', () => {
    expect(setupPasswordProblem('Short1!')).toBe('Password must be at least 12 characters long');
    for (const weak of ['alllowercase1!', 'ALLUPPERCASE1!', 'NoNumbersHere!', 'NoSpecials1234'])
      expect(setupPasswordProblem(weak)).toBe(
        'Password must contain uppercase, lowercase, numbers, and special characters',
      );
    expect(setupPasswordProblem('Correct-Horse-7')).toBeUndefined();
  });
});

describe('generatePassword', () => {
  it('satisfies both policies every time and never repeats', () => {
    const made = Array.from({ length: 500 }, generatePassword);
    for (const password of made) {
      expect(createUserPasswordProblem(password)).toBeUndefined();
      expect(setupPasswordProblem(password)).toBeUndefined();
    }
    expect(new Set(made).size).toBe(500);
  });
});
