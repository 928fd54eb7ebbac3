import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validatePerson } from './validate-person.ts';

const now = new Date(Date.UTC(2026, 0, 1));

describe('validating a person', () => {
  it('converts values to canonical form and omits blanks', () => {
    const { person, problems } = validatePerson(
      { pan: ' abcpr1234f ', email: '  ', phone: '\u200b\u00a0', name: 'Asha Rao' },
      ' C-1 ',
      'reject',
      { now },
    );
    expect(problems).toEqual([]);
    expect([...(person?.values ?? [])]).toEqual([
      ['pan', 'ABCPR1234F'],
      ['name', 'Asha Rao'],
    ]);
    expect(person?.externalId).toBe('C-1');
  });

  it('reads dates in the order of the context, and cleans an external id', () => {
    const inOrder = (dateOrder?: 'dmy' | 'mdy') =>
      validatePerson({ dob: '04/05/1990' }, '\u200bC\u20131', 'reject', { now, dateOrder }).person;
    expect(inOrder()?.values.get('dob')).toBe('1990-05-04');
    expect(inOrder('mdy')?.values.get('dob')).toBe('1990-04-05');
    expect(inOrder()).toMatchObject({ externalId: 'C-1' });
  });

  it('rejects the record for a bad value, or omits the field, as requested', () => {
    const fields = { pan: 'nonsense', name: 'Asha Rao' };
    expect(validatePerson(fields, undefined, 'reject', { now }).person).toBeUndefined();
    const skipped = validatePerson(fields, undefined, 'skip-field', { now });
    expect([...(skipped.person?.values.keys() ?? [])]).toEqual(['name']);
    expect(skipped.problems.map((one) => one.path)).toEqual(['pan']);
  });

  it.each([
    [{}, 'fields'],
    [{ pan: ' ' }, 'fields'],
    [{ shoe_size: '42' }, 'fields'],
    [{ __proto__2: 'x' }, 'fields'],
  ])('rejects %j', (fields: Record<string, string>, path) => {
    const { person, problems } = validatePerson(fields, undefined, 'skip-field', { now });
    expect(person).toBeUndefined();
    expect(problems.map((one) => one.path)).toContain(path);
  });

  it('never repeats a value in a problem', () => {
    const value = fc.string({ minLength: 4, maxLength: 60 }).filter((text) => text.trim().length >= 4);
    const type = fc.constantFrom('pan', 'aadhaar', 'email', 'phone', 'dob', 'bank_account');
    fc.assert(
      fc.property(type, value, (name, text) => {
        const { problems } = validatePerson({ [name]: text }, undefined, 'reject', { now });
        for (const problem of problems)
          expect(JSON.stringify(problem).includes(JSON.stringify(text.trim()).slice(1, -1))).toBe(false);
      }),
    );
  });
});
