import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { ignoredColumns, unmappedColumns } from '@pii-vault/platform/values/import-columns/column-plan';
import { expect, test } from 'vitest';
import { answeredPlan } from './answered-plan.ts';
import { parseMapping, planHeaderRow } from './column-mapping.ts';
import { planByHead } from './plan-by-head.ts';
import { headerRowMapper, ownKeysMapper } from './row-mapper.ts';

const plan = (header: string, mapping = '') => planHeaderRow(header.split(','), parseMapping(mapping));
const read = (header: string, cells: readonly string[], mapping = '') =>
  headerRowMapper(plan(header, mapping))(
    new Map(header.split(',').map((column, i) => [column, cells[i] ?? ''])),
  );

const errorOf = (run: () => unknown): string => {
  try {
    run();
    return 'none';
  } catch (error) {
    const { reason, message } = AppError.from(error);
    return `${reason} ${message}`;
  }
};

test('parts of a name and an address are joined in a fixed order, for any order of the columns', () => {
  const febrl = 'rec_id,surname,given_name,postcode,street_number,address_1,suburb,state,soc_sec_id';
  expect(unmappedColumns(plan(febrl))).toEqual(['soc_sec_id']);
  const person = read(febrl, ['r1', 'Rao', ' Asha', '411001', '4', 'MG Road', ' ', 'MH', '1']);
  expect(person.fields).toEqual({ name: 'Asha Rao', address: '4, MG Road, MH, 411001' });
  expect(person.externalId).toBe('r1');
  expect(person.columnOf('name')).toBe('given_name + surname');
});

test('a middle name comes between the others, and no part of an address is lost', () => {
  expect(read('Last Name,First Name,Middle Name', ['Rao', 'Asha', 'Devi']).fields.name).toBe('Asha Devi Rao');
  const lines = 'Address Line 2,Address Line 1,Address Line 3,City,Pin Code';
  expect(read(lines, ['MG Road', 'Flat 4', 'Near Temple', 'Pune', '411001']).fields.address).toBe(
    'Flat 4, MG Road, Near Temple, Pune, 411001',
  );
  expect(read('City,Address,State', ['Pune', '4 MG Road', 'MH']).fields.address).toBe('4 MG Road, Pune, MH');
  expect(read('Address,City,Pincode', ['4 MG Road, Pune', 'Pune', '411001']).fields.address).toBe(
    '4 MG Road, Pune, 411001',
  );
  expect(read('Street,House,City', ['MG Road', '4', 'Pune']).fields.address).toBe('4, MG Road, Pune');
});

test('a postcode or a house without another part is no address, until the caller says so', () => {
  expect(unmappedColumns(plan('name,House,Road,Pin Code'))).toEqual(['House', 'Road', 'Pin Code']);
  expect(unmappedColumns(plan('name,House,City,Pin Code'))).toEqual(['House']);
  expect(unmappedColumns(plan('name,House,Street,Pin Code'))).toEqual([]);
  expect(unmappedColumns(plan('name,House', '{"House":"address"}'))).toEqual([]);
  expect(unmappedColumns(plan('name,Road,Pin Code'))).toEqual(['Road', 'Pin Code']);
  expect(unmappedColumns(plan('name,Road,Pin Code', '{"Road":"address"}'))).toEqual([]);
  expect(unmappedColumns(plan('name,Pin Code', '{"Pin Code":"address"}'))).toEqual([]);
});

test('of two columns with the same meaning the second has no target, nor have parts of a name if there is a whole one', () => {
  const both = plan('phone,Phone No.,first_name,name,address,city,shoe size,given_name');
  expect(unmappedColumns(both)).toEqual(['Phone No.', 'first_name', 'shoe size', 'given_name']);
  expect(both.targets).toMatchObject({ phone: 'phone', name: 'name', address: 'address', city: 'address' });
  expect(unmappedColumns(plan('first_name,given_name,surname'))).toEqual(['given_name']);
  expect(unmappedColumns(plan('id,customer_id,name'))).toEqual(['customer_id']);
});

test('a mapping decides for the columns it names, the header for the others', () => {
  const mapped = plan('name,Ident,phone,Branch', '{"Ident":"other_id","phone":"ignore"}');
  expect(mapped.targets).toEqual({ name: 'name', Ident: 'other_id', phone: 'ignore' });
  expect(ignoredColumns(mapped)).toEqual(['phone']);
  expect(unmappedColumns(mapped)).toEqual(['Branch']);
  const moved = plan('phone,Work,name,Alias', '{"Work":"phone","Alias":"name"}');
  expect(unmappedColumns(moved), 'the place of a header is taken').toEqual(['phone', 'name']);
});

test('an export identifies people by individualId; its own columns are not stored, others must be mapped', () => {
  const own =
    'id,masterKey,companyId,companyName,dataQualityScore,completenessPercentage,fieldTypes,linkedCompaniesCount,linkedCompanyIds,externalId,createdAt,updatedAt';
  expect(unmappedColumns(plan(own))).toEqual([]);
  expect(plan(own).targets).toMatchObject({
    id: 'individualId',
    externalId: 'externalId',
    masterKey: 'ignore',
  });
  expect(unmappedColumns(plan(`${own},email,Note`))).toEqual(['Note']);
});

test.each([
  ['name', '{"name":"nickname"}', 'IMPORT_MAPPING "name" is mapped to something unknown'],
  ['name', '{"name":', 'IMPORT_MAPPING The mapping is not valid JSON'],
  ['name', '["name"]', 'IMPORT_MAPPING The mapping is not a JSON object'],
  ['name', '{"nome":"name"}', 'IMPORT_MAPPING The file has no column "nome"'],
  ['a,b', '{"a":"phone","b":"phone"}', 'IMPORT_MAPPING "a", "b" are both mapped to phone'],
  [
    'a,b',
    '{"a":"individualId","b":"individualId"}',
    'IMPORT_MAPPING "a", "b" are both mapped to individualId',
  ],
  ['a,b', '{"a":"name","b":"name"}', 'none'],
  ['Full Name,b', '{" Full\\nName ":"name"}', 'none'],
  ['__proto__,name', '', 'none'],
])('header %s with mapping %s: %s', (header, mapping, expected) => {
  expect(errorOf(() => plan(header, mapping))).toContain(expected);
});

test('objects with different keys are each mapped separately', () => {
  const byHeader = ownKeysMapper(undefined);
  expect(byHeader(new Map([['fullName', 'Asha']])).fields).toEqual({ name: 'Asha' });
  expect(byHeader(new Map(Object.entries({ externalId: 'x', mobile: '98' })))).toMatchObject({
    fields: { phone: '98' },
    externalId: 'x',
  });
  const mapped = ownKeysMapper({ who: 'name', name: 'ignore' });
  expect(mapped(new Map([['name', 'Asha']])).fields).toEqual({});
  expect(mapped(new Map([['who', 'Asha']])).fields).toEqual({ name: 'Asha' });
});

test.each([
  ['name,phone', ['NULL', 'N/A'], {}],
  ['name,phone', ['Asha', '-'], { name: 'Asha' }],
  ['address,city', ['-', 'Pune'], { address: 'Pune' }],
  ['first_name,last_name', ['Jennifer', 'Null'], { name: 'Jennifer Null' }],
  ['first_name,last_name', ['Jennifer', 'NULL'], { name: 'Jennifer NULL' }],
  ...['nan', 'NaN', 'None', 'nil', 'NA', 'N/A', '-', '...'].map((cell): [string, string[], object] => [
    'first_name,last_name',
    ['Meera', cell],
    { name: 'Meera' },
  ]),
  ['first_name,last_name', ['Asha', '-'], { name: 'Asha' }],
  ['first_name,last_name', ['Asha', 'N/A'], { name: 'Asha' }],
  ['first_name,middle_name,last_name', ['Asha', 'NULL', 'Rao'], { name: 'Asha Rao' }],
  ['first_name,last_name', ['null', 'null'], {}],
  ['first_name,last_name', ['', 'Null'], {}],
])('placeholders for a missing value in %s: %j', (header, cells, fields) => {
  expect(read(header, cells).fields).toEqual(fields);
});

test('a placeholder as external id counts as missing', () => {
  expect(read('id,name', ['N/A', 'Asha']).externalId).toBeUndefined();
});

const head = (text: string, mediaType: 'text/csv' | 'application/x-ndjson') => {
  const options = {
    mediaType,
    mapping: undefined,
    unmapped: 'hold',
    dateOrder: 'dmy',
    isWhole: true,
  } as const;
  const planned = planByHead(Buffer.from(text), options);
  if (planned === undefined) throw new Error('no plan');
  return planned;
};
const answer = { mapping: { surname: 'name' }, unmapped: 'hold', dateOrder: undefined } as const;
const surnameRow = new Map([
  ['surname', 'Rao'],
  ['name', 'Asha'],
]);

test('a suggested surname can be accepted alone, and is joined with the name of a CSV', () => {
  const { columns } = answeredPlan(head('surname,name\nRao,Asha\n', 'text/csv'), answer);
  expect(headerRowMapper(columns)(surnameRow).fields).toEqual({ name: 'Asha Rao' });
});

test('and of objects, whose rows are read by the mapping', () => {
  const planned = head('{"surname":"Rao","name":"Asha"}\n', 'application/x-ndjson');
  expect(ownKeysMapper(answeredPlan(planned, answer).mapping)(surnameRow).fields).toEqual({
    name: 'Asha Rao',
  });
});
