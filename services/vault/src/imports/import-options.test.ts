import { ImportOptions } from '@pii-vault/proto/vault/v1/imports';
import { expect, it } from 'vitest';
import { importOptions } from './import-options.ts';

const named = (fileName: string) =>
  importOptions(ImportOptions.fromPartial({ companyId: 1, mediaType: 'text/csv', fileName }), new Date())
    .fileName;

it('a file name is stored without marks that change the order in which it is read', () => {
  expect(named('invoice\u202Efdp.csv')).toBe('invoicefdp.csv');
  expect(named('\u2066לקוחות\u2069.csv')).toBe('לקוחות.csv');
  expect(() => named('a\u0000.csv')).toThrow(/printable/);
});
