import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { describe, expect, it } from 'vitest';
import { checkNewUser, emailKey, type NewUserInput } from './user.ts';

const good: NewUserInput = {
  email: ' Asha.Rao@Example.in ',
  firstName: ' Asha ',
  lastName: 'Rao',
  role: 'admin',
  companyId: 3,
  generatePassword: true,
  password: '',
};

function problemsOf(input: NewUserInput): Record<string, string> {
  try {
    checkNewUser(input);
  } catch (error) {
    const known = AppError.from(error);
    expect(known.code).toBe('INVALID_ARGUMENT');
    return Object.fromEntries(known.details.map(({ path, message }) => [path, message]));
  }
  return {};
}

describe('checkNewUser', () => {
  it('trims and keeps the case of the address', () => {
    expect(checkNewUser(good)).toEqual({
      email: 'Asha.Rao@Example.in',
      firstName: 'Asha',
      lastName: 'Rao',
      role: 'admin',
      companyId: 3,
    });
    expect(checkNewUser({ ...good, companyId: undefined }).companyId).toBeNull();
  });

  it.each([
    'https://evil.example',
    'Go to evil.example/login',
    'evil.example:8080/x',
    'www.evil.example',
    '//evil.example',
    'asha@evil.example',
  ])('refuses the name %s, which a mail would show as a link', (firstName) =>
    expect(problemsOf({ ...good, firstName })).toEqual({
      firstName: 'First name must not contain a web or mail address',
    }),
  );

  it.each(['K.R. Narayan', 'Asha S/O Ravi', 'Dr.Asha', "D'Souza-Rao", 'आशा', 'शर्\u200dमा', 'O’Brien', 'ரவி'])(
    'accepts the name %s',
    (firstName) => expect(problemsOf({ ...good, firstName })).toEqual({}),
  );

  // The gateway's name-rule.test.ts has every mark.
  it.each(['\u200b', '\u2060\ufeff', 'A\u202e', 'A\u0000', 'A\ud800', 'x'.repeat(101)])(
    'refuses the name %j',
    (name) =>
      expect(problemsOf({ ...good, firstName: name, lastName: name })).toEqual({
        firstName: 'First name is not valid',
        lastName: 'Last name is not valid',
      }),
  );

  it('reports every broken rule at once, with messages for users', () => {
    const bad = {
      email: 'nobody',
      firstName: ' ',
      lastName: '',
      role: 'owner',
      companyId: 0,
      generatePassword: false,
    };
    expect(problemsOf({ ...bad, password: 'short' })).toEqual({
      email: 'Invalid email address',
      firstName: 'First name is required',
      lastName: 'Last name is required',
      role: 'Role is required',
      companyId: 'Company is required',
      password: 'Password must be at least 9 characters with uppercase, number, and special character',
    });
  });

  it('ignores the password when one is generated and checks it otherwise', () => {
    expect(problemsOf({ ...good, password: 'short' })).toEqual({});
    expect(problemsOf({ ...good, generatePassword: false, password: 'Abcdefg1!' })).toEqual({});
  });
});

describe('emailKey', () => {
  it('makes addresses equal that differ by case or composition', () => {
    expect(emailKey(' ASHA@Example.IN')).toBe('asha@example.in');
    expect(emailKey('a\u0000@x.in\ud800')).toBe('a@x.in\ufffd');
    expect(emailKey('jose\u0301@x.in')).toBe(emailKey('jos\u00e9@x.in'));
  });
});
