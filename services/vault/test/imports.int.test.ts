import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelImport } from '../src/imports/cancel-import.ts';
import { getImport, listImportErrors, listImports } from '../src/imports/find-imports.ts';
import { userCtx } from './contexts.ts';
import {
  COMPANY,
  chunkMessage,
  csvOf,
  done,
  type ImportWorld,
  importWorld,
  optionsMessage,
  phoneOf,
  reasonOf,
} from './import-world.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clear());

test('a file is stored encrypted before the answer, imported by the job, and then destroyed', async () => {
  const created = await world.upload(csvOf(450), { fileName: 'Asha Rao.csv' });
  expect(created.summary).toMatchObject({ status: 'queued', processed: 0, bytesTotal: csvOf(450).length });
  expect(created.plan.columns.targets).toMatchObject({ external_id: 'externalId', phone: 'phone' });
  expect(await world.summary(created)).toMatchObject({ status: 'queued', is_key_gone: false, chunks: 1 });
  await world.process()();
  expect(await world.summary(created)).toEqual({ ...done, processed: 450, accepted: 450, rejected: 0 });
  expect(await world.people()).toEqual({ people: 450, versions: 450, externalIds: 450 });
});

test('tables contain no plain value, external id, column or file name, before the import and afterwards', async () => {
  const secrets = [
    'Person Nr000003',
    phoneOf(3),
    'p000003@mail',
    'House 000003',
    'X-000003',
    'Asha Rao',
    'external_id,',
  ];
  const find = async () => {
    const found: string[] = [];
    for (const table of [
      'imports',
      'import_chunks',
      'import_errors',
      'individuals',
      'pii_fields',
      'search_index',
      'outbox',
    ]) {
      const rows = await world.sql<{ text: string }>(
        `SELECT encode(convert_to(t::text, 'UTF8'), 'escape') || ' ' || t::text AS text FROM vault.${table} t`,
      );
      const text = rows.map((row) => row.text).join('\n');
      for (const secret of secrets) {
        if (text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')))
          found.push(`${table}: ${secret}`);
      }
    }
    return found;
  };
  await world.upload(`${csvOf(10)}X-000011,Person,no phone X-000003,p@mail.example,Pune\n`, {
    fileName: 'Asha Rao.csv',
  });
  expect(await find()).toEqual([]);
  await world.process()();
  expect(await find()).toEqual([]);
});

test('rows that cannot be read or validated are errors with row and column; all others are written', async () => {
  const file = [
    '\ufeffID,Full Name,Phone,PAN,DOB,shoe size',
    '1,Asha Rao,9812345670,ABCPR1234F,29/02/1980,38',
    '2,Ravi,12345,ABCPR1234F,,',
    '3,Mina,,ABCPR12345,31/02/1990,',
    '4,"Open,9812345671,,,',
    '5,Behind a broken row',
    '6,Bad\0Name,,,,',
    ',,,,,',
    `7,${'x'.repeat(2_000_000)},,,,`,
    '8,"Quoted, ""Name""",9812345672,,19800229,',
    "9,Robert'); DROP TABLE people;--,9812345673,,,",
    '10,=HYPERLINK("x"),9812345674,,,',
    '11,Whole row,9812345675,,,',
    '12,Short row',
    '',
  ].join('\r\n');
  const created = await world.upload(file, { unmapped: 'ignore' });
  expect(created.plan.columns.targets['shoe size']).toBe('ignore');
  await world.process()();
  expect(await world.errors(created)).toEqual([
    '2 Phone PHONE_INVALID',
    '3 PAN PAN_FORMAT',
    '3 DOB DOB_IMPOSSIBLE',
    '4  ROW_QUOTE_NOT_CLOSED',
    '6 Full Name CONTAINS_NUL',
    '7  ROW_TOO_LONG',
    '10  ROW_MALFORMED',
  ]);
  expect(await world.summary(created)).toEqual({ ...done, processed: 12, accepted: 6, rejected: 6 });
});

test('skip-field leaves out the field, reports it, and keeps the person', async () => {
  const created = await world.upload('id,name,phone\n1,Asha,12345\n2,,12345\n', { onInvalid: 'skip-field' });
  await world.process()();
  expect(await world.errors(created)).toEqual([
    '1 phone PHONE_INVALID',
    '2 phone PHONE_INVALID',
    '2  NO_FIELDS',
  ]);
  expect(await world.summary(created)).toMatchObject({ accepted: 1, rejected: 1 });
});

test('NDJSON: one flat object per line', async () => {
  const file = [
    '{"externalId":"n1","fullName":"Asha \\u0052ao","phone":9812345670}',
    '{"name":"Ravi","name":"Twice"}',
    '{"name":"Ravi","__proto__":"x"}',
    '{"name":{"first":"Ravi"}}',
    '{"name":"Ra\\ud800vi"}',
    'not json',
    '{"externalId":"n2","email":"ravi@mail.example","shoe":"38"}',
  ].join('\n');
  const created = await world.upload(file, { mediaType: 'application/x-ndjson', unmapped: 'ignore' });
  await world.process()();
  expect(await world.errors(created)).toEqual([
    '2  JSON_DUPLICATE_KEY',
    '3  JSON_FORBIDDEN_KEY',
    '4  JSON_NESTED',
    '5 name INVALID_TEXT',
    '6  JSON_MALFORMED',
  ]);
  expect(await world.summary(created)).toEqual({ ...done, processed: 7, accepted: 2, rejected: 5 });
});

test('a repeated file returns the same import; another consent, mapping or option makes a new one', async () => {
  const first = await world.upload(csvOf(5));
  const again = await world.upload(csvOf(5), { fileName: 'other name.csv' });
  expect([again.isExisting, again.summary.id]).toEqual([true, first.summary.id]);
  await world.process()();
  expect((await world.upload(csvOf(5))).summary).toMatchObject({ id: first.summary.id, status: 'done' });
  for (const change of [
    { purpose: 'marketing' },
    { onInvalid: 'skip-field' },
    { mapping: '{"name":"name"}' },
    { unmapped: 'ignore' },
    { dateOrder: 'mdy' },
  ]) {
    expect((await world.upload(csvOf(5), change)).isExisting, JSON.stringify(change)).toBe(false);
  }
  const [row] = await world.sql<{ imports: number; chunks: number }>(
    'SELECT (SELECT count(*) FROM vault.imports) AS imports, (SELECT count(*) FROM vault.import_chunks) AS chunks',
  );
  expect(row).toEqual({ imports: 6, chunks: 5 });
});

test('a repeated Idempotency-Key returns its first import, even a cancelled one, and refuses another file', async () => {
  const ctx = { ...userCtx([COMPANY]), idempotencyKey: 'k-1' };
  const first = await world.upload(csvOf(5), {}, ctx);
  await cancelImport(world)(userCtx([COMPANY]), first.summary.id);
  const again = await world.upload(csvOf(5), {}, ctx);
  expect([again.isExisting, again.summary.id, again.summary.status]).toEqual([
    true,
    first.summary.id,
    'cancelled',
  ]);
  expect(await reasonOf(world.upload(csvOf(6), {}, ctx))).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(await world.sql('SELECT FROM vault.imports')).toHaveLength(1);
});

test('concurrent uploads of the same file become one import', async () => {
  const created = await Promise.all([1, 2, 3, 4].map(() => world.upload(csvOf(5))));
  expect(created.filter((one) => !one.isExisting)).toHaveLength(1);
  expect(new Set(created.map((one) => one.summary.id)).size).toBe(1);
});

test('a person known by its external id is updated, and unchanged rows write nothing', async () => {
  await world.upload(csvOf(300));
  await world.process()();
  const changed = csvOf(300).replace('Person Nr000007', 'Person Changed');
  const second = await world.upload(changed);
  await world.process()();
  expect(await world.summary(second)).toEqual({ ...done, processed: 300, accepted: 300, rejected: 0 });
  expect(await world.people()).toEqual({ people: 300, versions: 301, externalIds: 300 });
});

test('an aborted upload is failed and its bytes are deleted; a refused one leaves no row', async () => {
  async function* breaking() {
    yield optionsMessage();
    yield chunkMessage(Buffer.from(csvOf(9_000)));
    throw new AppError('CANCELLED', 'CANCELLED', 'gone');
  }
  expect(await reasonOf(world.uploadMessages(breaking()))).toBe('CANCELLED');
  expect(await reasonOf(world.upload(Buffer.alloc(9_000_000, csvOf(100))))).toBe('PAYLOAD_TOO_LARGE');
  expect(await reasonOf(world.upload(''))).toBe('IMPORT_EMPTY');
  expect(await reasonOf(world.upload('name,phone\n'))).toBe('IMPORT_EMPTY');
  expect(await reasonOf(world.upload('Asha Rao,9812345670\nRavi,1\n'))).toBe('IMPORT_HEADER');
  expect(await reasonOf(world.upload(csvOf(1), { mapping: '{"x":"name"}' }))).toBe('IMPORT_MAPPING');
  expect(await reasonOf(world.upload(csvOf(1), { mediaType: 'text/html' }))).toBe('IMPORT_OPTIONS');
  expect(await reasonOf(world.upload(csvOf(1), { purpose: 'Not A Slug' }))).toBe('CONSENT_INVALID');
  expect(await reasonOf(world.upload(csvOf(1), { companyId: 8 }))).toBe('PERMISSION_DENIED');
  expect(await world.sql('SELECT FROM vault.import_chunks')).toEqual([]);
  const rows = await world.sql('SELECT status, status_reason, wrapped_key, plan FROM vault.imports');
  expect(rows).toEqual([{ status: 'failed', status_reason: 'UPLOAD_BROKEN', wrapped_key: null, plan: null }]);
});

test('imports are listed newest first, page by page, and another company sees none of them', async () => {
  const ids = [];
  for (let n = 0; n < 3; n++) ids.unshift((await world.upload(csvOf(1, n))).summary.id);
  const page = { companyId: undefined, limit: 2 };
  const mine = await listImports(world)(userCtx([COMPANY]), page);
  expect(mine.imports.map((one) => one.id)).toEqual(ids.slice(0, 2));
  const rest = await listImports(world)(userCtx([COMPANY]), {
    ...page,
    companyId: COMPANY,
    cursor: mine.nextCursor,
  });
  expect([rest.imports.map((one) => one.id), rest.nextCursor]).toEqual([ids.slice(2), undefined]);
  const stranger = userCtx([COMPANY + 1]);
  expect((await listImports(world)(stranger, page)).imports).toEqual([]);
  const [id = 0] = ids;
  expect(await reasonOf(listImports(world)(stranger, { ...page, companyId: COMPANY }))).toBe(
    'PERMISSION_DENIED',
  );
  expect(await reasonOf(getImport(world)(stranger, id))).toBe('NOT_FOUND');
  expect(await reasonOf(listImportErrors(world)(stranger, { id, limit: 5 }))).toBe('NOT_FOUND');
  expect(await reasonOf(cancelImport(world)(stranger, id))).toBe('NOT_FOUND');
  expect(await reasonOf(getImport(world)(userCtx([COMPANY], ['pii:read']), id))).toBe('NOT_FOUND');
});

test('an error states the record, the line of the file and the row of a spreadsheet', async () => {
  const csv = 'sep=;\nid;address;phone\n1;"4 MG Road\n\nPune";12\n\n;;\n2;Pune;12\n3;"open;\n4;Pune;12\n';
  const json = '{"phone":"12"}\n\n{"phone":"12"}\n';
  const placesOf = async (file: string, options = {}) => {
    const { summary } = await world.upload(file, options);
    await world.process()();
    const page = { id: summary.id, limit: 9 };
    const { errors } = await listImportErrors(world)(userCtx([COMPANY]), page);
    return errors.map(({ row, line, sheetRow, reason }) => [row, line, sheetRow, reason]);
  };
  expect(await placesOf(csv)).toEqual([
    [1, 3, 2, 'PHONE_INVALID'],
    [2, 8, 5, 'PHONE_INVALID'],
    [3, 9, 6, 'ROW_QUOTE_NOT_CLOSED'],
    [4, 10, 7, 'ROW_BETWEEN_QUOTES'],
  ]);
  expect(await placesOf(json, { mediaType: 'application/x-ndjson' })).toEqual([
    [1, 1, undefined, 'PHONE_INVALID'],
    [2, 3, undefined, 'PHONE_INVALID'],
  ]);
});

test('errors are listed in file order, page by page', async () => {
  const created = await world.upload(
    `id,phone\n${Array.from({ length: 250 }, (_, n) => `${n},12`).join('\n')}`,
  );
  await world.process()();
  const list = (cursor?: string) =>
    listImportErrors(world)(userCtx([COMPANY]), { id: created.summary.id, cursor, limit: 200 });
  const first = await list();
  const second = await list(first.nextCursor);
  expect([...first.errors, ...second.errors].map((error) => error.row)).toEqual(
    Array.from({ length: 250 }, (_, n) => n + 1),
  );
  expect(second.nextCursor).toBeUndefined();
});
