import { describe, expect, it } from 'vitest';
import { type EqualValues, verdictOf } from './identity.ts';
import { areSameNames, nameTokens } from './same-name.ts';

interface Person {
  readonly name?: string;
  readonly dob?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly aadhaar?: string;
}

const held: Person = {
  name: 'Ramesh Kumar Sharma',
  dob: '1990-05-04',
  phone: '+919833012345',
  email: 'ramesh@mail.example',
};

/** The verdict as a write reaches it: by MACs first, and with the decrypted values if they do not decide. */
function verdict(row: Person, stored: Person = held): 'same' | 'other' | 'unknown' {
  const equal: { -readonly [type in keyof EqualValues]: EqualValues[type] } = {};
  for (const type of ['name', 'dob', 'phone', 'email', 'aadhaar'] as const)
    if (row[type] !== undefined && stored[type] !== undefined) equal[type] = row[type] === stored[type];
  const values = new Map(
    (['name', 'dob', 'phone', 'email'] as const).flatMap((type) => {
      const value = row[type];
      return value === undefined ? [] : [[type, value] as const];
    }),
  );
  const first = verdictOf(equal, { values }, undefined);
  return first === 'unknown' ? verdictOf(equal, { values }, stored) : first;
}

describe('a record under the external id of a held person', () => {
  it.each<[Person]>([
    [{ name: 'Suresh Sharma', dob: '1985-01-02' }],
    [{ name: 'Rakesh Kumar Sharma', dob: '1990-05-05' }],
    [{ name: 'Asha Rao', dob: '1991' }],
    [{ name: 'S. Sharma', dob: '1985-01-02' }],
    // No birth date in the file.
    [{ name: 'Asha Rao' }],
    [{ name: 'Suresh Sharma', phone: '+919811111111' }],
    [{ name: 'Asha Rao', phone: '+919811111111', email: 'asha@mail.example' }],
    // A family shares a phone, and many people a year of birth.
    [{ name: 'Suresh Sharma', phone: '+919833012345' }],
    [{ name: 'Asha Rao', dob: '1990' }],
    [{ name: 'Asha Rao', dob: '1990-05' }],
    // Without a name nothing agrees.
    [{ phone: '+919811111111', email: 'asha@mail.example' }],
    [{ dob: '1985-01-02', phone: '+919811111111' }],
  ])('is about another one with %o', (row) => {
    expect(verdict(row)).toBe('other');
  });

  it.each<[Person]>([
    [{ name: 'RAMESH KUMAR SHARMA', dob: '1985-01-02' }],
    [{ name: 'Sharma, Ramesh K.', dob: '1985-01-02' }],
    [{ name: 'R. K. Sharma', dob: '1985-01-02' }],
    [{ name: 'RK Sharma', phone: '+919811111111', email: 'new@mail.example' }],
    [{ name: 'Mr. Ramesh Sharma', dob: '1985-01-02' }],
    [{ name: 'रमेश कुमार शर्मा', dob: '1985-01-02' }],
    [{ name: 'Rameshkumar Sharma', phone: '+919811111111' }],
    // A new name keeps the birth date, or both phone and e-mail.
    [{ name: 'Asha Rao', dob: '1990-05-04' }],
    [{ name: 'Ramesh Verma', phone: '+919833012345', email: 'ramesh@mail.example' }],
    [{ name: 'Ramesh Verma', phone: '+919811111111', dob: '1990-05-04' }],
    // A single value is a correction.
    [{ dob: '1985-01-02' }],
    [{ phone: '+919811111111' }],
    [{ phone: '+919811111111', email: 'ramesh@mail.example' }],
  ])('may be about the same one with %o', (row) => {
    expect(verdict(row)).toBe('same');
  });

  it('decides by Aadhaar, whatever the name', () => {
    const stored = { ...held, aadhaar: '234123412346' };
    expect(verdict({ name: held.name, aadhaar: '499118665246' }, stored)).toBe('other');
    expect(verdict({ name: 'Ramesh Verma', aadhaar: '234123412346' }, stored)).toBe('same');
  });

  it('adds values that the stored person does not have', () => {
    expect(verdict({ phone: '+919811111111', email: 'a@mail.example' }, { name: held.name })).toBe('same');
    expect(verdict({ name: 'Asha Rao', dob: '1985-01-02' }, { dob: held.dob })).toBe('same');
    expect(verdict({ name: 'Asha Rao', dob: '1985-01-02' }, { name: held.name })).toBe('other');
  });
});

describe('two names', () => {
  const areSame = (one: string, other: string) => areSameNames(nameTokens(one), nameTokens(other));

  it.each([
    ['Smt. Lakshmi Iyer', 'Laxmi Iyer'],
    ['Ram Kumar', 'Ramkumar'],
    ['K. Ramesh', 'Ramesh Krishnan'],
    ['Mohammed Ismail', 'Md Ismail'],
    ['Ramesh', 'Ramesh Sharma'],
    ['A. K.', 'K A'],
  ])('%s and %s may be of one person', (one, other) => {
    expect([areSame(one, other), areSame(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['Kiran Rao', 'Karan Rao'],
    ['Suresh Sharma', 'Ramesh Sharma'],
    ['A', 'B'],
    // Initials alone name half a family.
    ['R. S.', 'Ramesh Sharma'],
    ['A', 'Asha Rao'],
    ['王芳', '李明'],
  ])('%s and %s are of two people', (one, other) => {
    expect([areSame(one, other), areSame(other, one)]).toEqual([false, false]);
  });
});
