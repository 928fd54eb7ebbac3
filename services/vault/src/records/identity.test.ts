import { describe, expect, it } from 'vitest';
import { isAnotherPerson } from './identity.ts';

const person = (name?: string, dob?: string) => ({
  values: new Map([...(name ? [['name', name] as const] : []), ...(dob ? [['dob', dob] as const] : [])]),
});
const held = { name: 'Ramesh Kumar Sharma', dob: '1990-05-04' };

describe('a record under the external id of a held person', () => {
  it.each([
    ['Suresh Sharma', '1985-01-02'],
    ['Rakesh Kumar Sharma', '1990-05-05'],
    ['Asha Rao', '1991'],
    ['S. Sharma', '1985-01-02'],
  ])('is about another one with the name %s and the birth date %s', (name, dob) => {
    expect(isAnotherPerson(held, person(name, dob))).toBe(true);
  });

  it.each([
    ['RAMESH KUMAR SHARMA', '1985-01-02'],
    ['Sharma, Ramesh K.', '1985-01-02'],
    ['R. K. Sharma', '1985-01-02'],
    ['Mr. Ramesh Sharma', '1985-01-02'],
    ['रमेश कुमार शर्मा', '1985-01-02'],
    ['Asha Rao', '1990-05-04'],
    ['Asha Rao', '1990-05'],
    ['Asha Rao', '1990'],
    ['Asha Rao', undefined],
    [undefined, '1985-01-02'],
  ])('may be about the same one with the name %s and the birth date %s', (name, dob) => {
    expect(isAnotherPerson(held, person(name, dob))).toBe(false);
  });

  it('is the same when it differs only in fields that the stored person does not have', () => {
    expect(isAnotherPerson({ name: held.name }, person('Asha Rao', '1985-01-02'))).toBe(false);
    expect(isAnotherPerson({ dob: held.dob }, person('Asha Rao', '1985-01-02'))).toBe(false);
  });
});
