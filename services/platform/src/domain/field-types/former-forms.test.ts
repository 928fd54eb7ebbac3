import { expect, it } from 'vitest';
import { formerIndexForms } from './former-forms.ts';

it.each([
  ['external_id', 'CUST42', undefined, []],
  ['external_id', 'CUST 42', undefined, ['CUST\u00a042']],
  ['external_id', 'A-1', undefined, ['A‑1', 'A–1']],
  ['other_id', 'CUST42', ' CU\u200bST42 ', ['CU\u200bST42']],
  ['other_id', 'CUST42', ' CUST42 ', []],
  ['email', 'a@xn--bcher-kva.in', undefined, ['a@bücher.in']],
  ['email', 'a@firma.in', undefined, []],
  ['pan', 'ABCPK1234F', 'abcpk-1234f', []],
] as const)('%s %s, typed %j, was stored as %j', (type, form, typed, former) => {
  expect(formerIndexForms(type, form, typed)).toEqual(former);
});
