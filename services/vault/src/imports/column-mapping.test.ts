import { expect, test } from 'vitest';
import { parseMapping, planFile } from './column-mapping.ts';
import { ignoredColumns } from './column-plan.ts';
import { headerRowMapper, ownKeysMapper } from './row-mapper.ts';

const plan = (header: string, mapping = '') =>
  planFile(header.split(','), parseMapping(mapping), { isHeaderRow: true });

const reasonOf = (run: () => unknown): string => {
  try {
    run();
    return 'none';
  } catch (error) {
    return error instanceof Error && 'reason' in error ? String(error.reason) : 'other';
  }
};

test('the header list, case, punctuation and blanks ignored', () => {
  expect(plan('Rec-ID,FULL NAME,Date.Of.Birth,E-mail,Mobile,UID,PAN,Address,Account_Number').targets).toEqual(
    {
      'Rec-ID': 'externalId',
      'FULL NAME': 'name',
      'Date.Of.Birth': 'dob',
      'E-mail': 'email',
      Mobile: 'phone',
      UID: 'aadhaar',
      PAN: 'pan',
      Address: 'address',
      Account_Number: 'bank_account',
    },
  );
});

test('parts of a name and an address are joined in their order, whatever the order of the columns', () => {
  const febrl = plan('rec_id,surname,given_name,postcode,street_number,address_1,suburb,state,soc_sec_id');
  expect(ignoredColumns(febrl)).toEqual(['soc_sec_id']);
  const cells = new Map(
    Object.entries({ rec_id: 'r1', surname: 'Rao', given_name: ' Asha', postcode: '411001' }),
  );
  cells.set('street_number', '4').set('address_1', 'MG Road').set('suburb', ' ').set('state', 'MH');
  const person = headerRowMapper(febrl)(cells);
  expect(person.fields).toEqual({ name: 'Asha Rao', address: '4, MG Road, MH, 411001' });
  expect(person.externalId).toBe('r1');
  expect(person.columnOf('name')).toBe('given_name + surname');
});

test('the first column of a target wins, a whole wins over its parts, and the rest is said to be ignored', () => {
  const both = plan('phone,mobile,name,first_name,address,city,shoe size');
  expect(ignoredColumns(both)).toEqual(['mobile', 'first_name', 'city', 'shoe size']);
});

test('a mapping decides alone', () => {
  const mapped = plan('name,Ident,phone', '{"Ident":"other_id","phone":"ignore"}');
  expect(mapped.targets).toEqual({ name: 'ignore', Ident: 'other_id', phone: 'ignore' });
});

test.each([
  ['name', '{"name":"nickname"}', 'IMPORT_MAPPING'],
  ['name', '{"name":', 'IMPORT_MAPPING'],
  ['name', '["name"]', 'IMPORT_MAPPING'],
  ['name', '{"nome":"name"}', 'IMPORT_MAPPING'],
  ['a,b', '{"a":"phone","b":"phone"}', 'IMPORT_MAPPING'],
  ['a,b', '{"a":"name","b":"name"}', 'none'],
  ['name,name', '', 'IMPORT_HEADER'],
  ['Asha Rao,9812345670', '', 'IMPORT_HEADER'],
  ['id,x', '', 'IMPORT_HEADER'],
  ['__proto__,name', '', 'none'],
])('header %s with mapping %s: %s', (header, mapping, reason) => {
  expect(reasonOf(() => plan(header, mapping))).toBe(reason);
});

test('objects with different keys are read each by its own', () => {
  const read = ownKeysMapper(undefined);
  expect(read(new Map([['fullName', 'Asha']])).fields).toEqual({ name: 'Asha' });
  expect(read(new Map(Object.entries({ externalId: 'x', mobile: '98' })))).toMatchObject({
    fields: { phone: '98' },
    externalId: 'x',
  });
  const mapped = ownKeysMapper({ who: 'name' });
  expect(mapped(new Map([['name', 'Asha']])).fields).toEqual({});
  expect(mapped(new Map([['who', 'Asha']])).fields).toEqual({ name: 'Asha' });
});
