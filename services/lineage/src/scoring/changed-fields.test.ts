import { expect, it } from 'vitest';
import { fakeEncoding, type PlainFields } from '../../test/fake-encoder.ts';
import { sent } from '../../test/records-by-hand.ts';
import { ALL_FIELDS, changedFields } from './changed-fields.ts';
import { COMPARISONS } from './comparison-levels.ts';
import { packRecord } from './packed-record.ts';

const PERSON: PlainFields = {
  identifiers: { aadhaar: '1', pan: '2', phone: '3', email: '4', bank_account: '5', other_id: '6' },
  name: 'Lakshmi Iyer',
  dob: '1984-07-19',
  address: '12 Temple Street Madurai 625001',
};
const packed = (more: Partial<PlainFields> = {}) =>
  packRecord(sent(fakeEncoding('cross:7/4', { ...PERSON, ...more })));
const changed = (more: Partial<PlainFields>) => {
  const mask = changedFields(packed(), packed(more));
  return COMPARISONS.filter((_, at) => (mask >> at) & 1);
};

it.each([
  ['name', { name: 'Lakshmi Aiyer' }],
  ['address', { address: '13 Temple Street Madurai 625001' }],
  ['dob', { dob: '1984-07-20' }],
])('a change of %s changes only this field', (field, more) => {
  expect(changed(more)).toEqual([field]);
});

it.each(Object.keys(PERSON.identifiers))('a change of %s changes only this field', (field) => {
  expect(changed({ identifiers: { ...PERSON.identifiers, [field]: 'other' } })).toEqual([field]);
});

it('an equal record has no changed field, and another person has all', () => {
  expect(changed({})).toEqual([]);
  const other = packRecord(sent(fakeEncoding('cross:7/4', { identifiers: {} })));
  expect(changedFields(packed(), other)).toBe(ALL_FIELDS);
});
