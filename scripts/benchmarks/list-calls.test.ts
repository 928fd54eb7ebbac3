import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { listCalls } from './list-calls.ts';

const targets = {
  companyId: 1,
  importId: 2,
  webhookId: 3,
  individualId: 4,
  fieldId: 5,
  userId: 6,
  reviewId: 7,
  masterKey: '00112233-4455-4677-8899-aabbccddeeff',
};
const calls = listCalls(targets);
const rows: readonly Row[] = Object.values(routes);
/** All lists except those of one person, whose length does not depend on the number of people. */
const lists = rows.filter(
  (row) =>
    row.method === 'GET' &&
    !row.path.startsWith('/individuals/{id}/') &&
    row.files === undefined &&
    (row.paged === true || row.response instanceof z.ZodArray),
);

it.each(lists.map(({ path }) => path))('%s is measured', (path) => {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  expect(calls.some((call) => pattern.test(call.path.split('?')[0] ?? ''))).toBe(true);
});

it.each(calls.map(({ path }) => path))('%s has the parameters of its row', (path) => {
  const [address = '', query = ''] = path.split('?');
  const isOf = ({ method, path: pattern }: Row) =>
    method === 'GET' && new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(address);
  const schema = rows.find(isOf)?.query ?? z.strictObject({});
  expect(schema.safeParse(Object.fromEntries(new URLSearchParams(query))).error).toBeUndefined();
});

it('each call is measured once', () => {
  const asked = calls.map(({ viewer, path }) => `${viewer} ${path}`);
  expect(new Set(asked).size).toBe(asked.length);
  expect(lists.length).toBeGreaterThan(20);
});
