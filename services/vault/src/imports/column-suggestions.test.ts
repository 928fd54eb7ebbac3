import { planColumns } from '@pii-vault/platform/values/import-columns/column-plan';
import { expect, test } from 'vitest';
import { answeredPlan } from './answered-plan.ts';
import { suggestionsOf } from './column-suggestions.ts';
import { planByHead } from './plan-by-head.ts';
import { headerRowMapper, ownKeysMapper } from './row-mapper.ts';

const byHeaders = (...columns: string[]) =>
  Object.fromEntries(suggestionsOf({ columns: planColumns(columns), dateOrder: 'dmy' }, new Map()));

test.each([
  [['name', 'surname'], { surname: 'name' }],
  [['Last Name', 'Name'], { 'Last Name': 'name' }],
  [['name', 'middle_name', 'last_name'], { middle_name: 'name', last_name: 'name' }],
  [
    ['name', 'surname', 'Last Name', "Father's Name"],
    { surname: 'name', 'Last Name': 'ignore', "Father's Name": 'ignore' },
  ],
  [['name', 'full_name'], { full_name: 'ignore' }],
  [['name', 'first_name', 'surname'], { first_name: 'ignore', surname: 'ignore' }],
  [['address', 'Customer Address', 'Landmark'], { 'Customer Address': 'address', Landmark: 'address' }],
  [['phone', 'mobile'], { mobile: 'ignore' }],
])('%j suggests %j', (columns, suggested) => {
  expect(byHeaders(...columns)).toEqual(suggested);
});

const head = (text: string, mediaType: 'text/csv' | 'application/x-ndjson') => {
  const options = {
    mediaType,
    mapping: undefined,
    unmapped: 'hold',
    dateOrder: 'dmy',
    isWhole: true,
  } as const;
  const plan = planByHead(Buffer.from(text), options);
  if (plan === undefined) throw new Error('no plan');
  return plan;
};
const answer = { mapping: { surname: 'name' }, unmapped: 'hold', dateOrder: undefined } as const;
const row = new Map([
  ['surname', 'Rao'],
  ['name', 'Asha'],
]);

test('a suggested surname can be accepted alone, and is joined with the name of a CSV', () => {
  const { columns } = answeredPlan(head('surname,name\nRao,Asha\n', 'text/csv'), answer);
  expect(headerRowMapper(columns)(row).fields).toEqual({ name: 'Asha Rao' });
});

test('and of objects, whose rows are read by the mapping', () => {
  const plan = head('{"surname":"Rao","name":"Asha"}\n', 'application/x-ndjson');
  expect(ownKeysMapper(answeredPlan(plan, answer).mapping)(row).fields).toEqual({ name: 'Asha Rao' });
});
