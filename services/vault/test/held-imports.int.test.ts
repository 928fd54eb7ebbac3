import type { ImportOptions, MapImportRequest } from '@pii-vault/proto/vault/v1/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelImport } from '../src/imports/cancel-import.ts';
import { getImport, listImports } from '../src/imports/find-imports.ts';
import { holdOf } from '../src/imports/import-hold.ts';
import { mapImport } from '../src/imports/map-import.ts';
import { userCtx } from './contexts.ts';
import { COMPANY, type ImportWorld, importWorld, reasonOf } from './import-world.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clear());

const ctx = userCtx([COMPANY]);
const deps = () => ({ ...world, wake: () => undefined });
const map = (id: number, answer: Partial<MapImportRequest>, who = ctx) =>
  mapImport(deps())(who, { id, mapping: {}, ...answer });
const hold = async (id: number) => await holdOf(deps(), await getImport(world)(ctx, id));
const upload = async (file: string, options: Partial<ImportOptions> = {}) =>
  (await world.upload(file, options)).summary;
const ndjson = { mediaType: 'application/x-ndjson' };

const unknown =
  'Customer Name,Mobile No.,Branch,Guardian Phone,Kennung\nAsha Rao,98123 45670,South,9812345671,ABCPE1234F\n';

describe('unmapped columns', () => {
  test.each(['text/csv', 'application/x-ndjson'])(
    'may be called like a member of objects (%s)',
    async (mediaType) => {
      const isCsv = mediaType === 'text/csv';
      const file = isCsv
        ? 'name,constructor,toString\nAsha Rao,Ravi Infra,x1\n'
        : '{"name":"Asha Rao","constructor":"Ravi Infra","toString":"x1"}\n';
      const { id } = await upload(file, { mediaType });
      if (!isCsv) await world.process()();
      const columns = (await hold(id))?.columns.map(({ name, target }) => [name, target]);
      expect(columns).toEqual([
        ['name', 'name'],
        ['constructor', undefined],
        ['toString', undefined],
      ]);
      await map(id, { mapping: { constructor: 'other_id', toString: 'ignore' } });
      await world.process()();
      expect(await getImport(world)(ctx, id)).toMatchObject({ status: 'done', processed: 1 });
    },
  );

  test('hold the import with a suggestion and masked samples for each, and no row is written', async () => {
    const { id, status, statusReason } = await upload(unknown);
    expect([status, statusReason]).toEqual(['needs_mapping', 'UNMAPPED_COLUMNS']);
    expect(await hold(id)).toEqual({
      columns: [
        {
          name: 'Customer Name',
          target: 'name',
          suggestion: undefined,
          mayStateRefusal: false,
          samples: ['XXXX-MASKED'],
        },
        {
          name: 'Mobile No.',
          target: 'phone',
          suggestion: undefined,
          mayStateRefusal: false,
          samples: ['XXXXX45670'],
        },
        {
          name: 'Branch',
          target: undefined,
          suggestion: undefined,
          mayStateRefusal: false,
          samples: ['XXXX-MASKED'],
        },
        {
          name: 'Guardian Phone',
          target: undefined,
          suggestion: undefined,
          mayStateRefusal: false,
          samples: ['XXXX-MASKED'],
        },
        {
          name: 'Kennung',
          target: undefined,
          suggestion: 'pan',
          mayStateRefusal: false,
          samples: ['XXXXX234F'],
        },
      ],
      titleLines: 0,
      purposes: ['kyc'],
      dates: undefined,
    });
    await world.process()();
    expect(await world.summary({ id })).toMatchObject({ status: 'needs_mapping', chunks: 1 });
    expect(await world.people()).toMatchObject({ people: 0 });
    expect((await listImports(world)(ctx, { companyId: COMPANY, limit: 5 })).imports).toHaveLength(1);
  });

  test('are resolved by an answer, which writes an entry; another process continues, a repeated answer changes nothing', async () => {
    const { id } = await upload(unknown);
    const answer = { mapping: { Kennung: 'pan', Branch: 'ignore', 'Guardian Phone': 'other_id' } };
    expect(await map(id, answer)).toMatchObject({ status: 'queued', statusReason: '' });
    expect(await map(id, answer)).toMatchObject({ status: 'queued' });
    await world.process()();
    expect(await map(id, answer)).toMatchObject({ status: 'done', accepted: 1, rejected: 0 });
    expect(await world.people()).toMatchObject({ people: 1 });
    const [entered] = await world.sql(
      `SELECT count(*) AS count FROM vault.outbox WHERE payload::text LIKE '%' || encode('import_map', 'hex') || '%'`,
    );
    expect(entered).toEqual({ count: 1 });
    expect(await reasonOf(map(id, { mapping: { Kennung: 'ignore' } }))).toBe('IMPORT_FINISHED');
  });

  test('can be ignored at the upload or afterwards', async () => {
    const { id } = await upload(unknown);
    await map(id, { unmapped: 'ignore' });
    const other = await upload(unknown, { unmapped: 'ignore', purpose: 'other' });
    expect(other.status).toBe('queued');
    await world.process()();
    for (const one of [id, other.id])
      expect(await getImport(world)(ctx, one)).toMatchObject({ status: 'done', accepted: 1 });
  });

  test('an answer that omits a column or maps an unknown one is refused and names the columns', async () => {
    const { id } = await upload(unknown);
    const messageOf = async (mapping: Record<string, string>) =>
      await map(id, { mapping }).then(
        () => 'none',
        (error: Error) => error.message,
      );
    expect(await messageOf({ Branch: 'ignore' })).toContain('"Guardian Phone", "Kennung" have no target');
    expect(await messageOf({ Zweig: 'ignore' })).toContain('no column "Zweig"');
    expect(await messageOf({ Branch: 'branch' })).toContain('"Branch" is mapped to something unknown');
    expect(await messageOf({ Branch: 'dob', Kennung: 'dob' })).toContain(
      '"Branch", "Kennung" are both mapped to dob',
    );
    expect(await messageOf({ Branch: 'ignore', 'Guardian Phone': 'phone', Kennung: 'ignore' })).toContain(
      '"Mobile No." has no target',
    );
    expect((await getImport(world)(ctx, id)).status).toBe('needs_mapping');
  });

  test('a held import can be cancelled, is found by the same file, and is hidden from other companies', async () => {
    const { id } = await upload(unknown);
    expect((await world.upload(unknown)).summary).toMatchObject({ id, status: 'needs_mapping' });
    expect(await reasonOf(map(id, { unmapped: 'ignore' }, userCtx([COMPANY + 1])))).toBe('NOT_FOUND');
    expect(await reasonOf(map(id, { unmapped: 'ignore' }, userCtx([COMPANY], ['pii:read'])))).toBe(
      'NOT_FOUND',
    );
    await cancelImport(world)(ctx, id);
    expect(await reasonOf(map(id, { unmapped: 'ignore' }))).toBe('IMPORT_FINISHED');
    expect(await hold(id)).toBeUndefined();
    expect(await world.sql('SELECT FROM vault.import_chunks')).toEqual([]);
  });

  test('a held import continues under the rights of the user who answered', async () => {
    const { id } = await upload(unknown);
    await map(id, { unmapped: 'ignore' }, { ...ctx, requestId: 'answered' });
    expect(await world.sql('SELECT request_id FROM vault.imports')).toEqual([{ request_id: 'answered' }]);
  });

  test('two columns for one target hold the import, and a running import cannot be mapped', async () => {
    const { id, status } = await upload('name,phone,mobile\nAsha,9812345670,9812345671\n');
    expect(status).toBe('needs_mapping');
    await map(id, { mapping: { phone: 'ignore', mobile: 'phone' } });
    await world.process()();
    expect(await getImport(world)(ctx, id)).toMatchObject({ status: 'done', accepted: 1 });
    const running = await upload('name\nAsha\n');
    expect(await reasonOf(map(running.id, { unmapped: 'ignore' }))).toBe('IMPORT_NOT_HELD');
  });

  test('a key of any object of NDJSON holds the import before its first row', async () => {
    const lines = Array.from({ length: 700 }, (_, n) => JSON.stringify({ name: `Person ${n}`, id: `${n}` }));
    lines[600] = '{"name":"Asha","Branch":"South"}';
    lines[650] = '{"phone":"9812345670","mobile":"9812345671"}';
    const { id, status } = await upload(`${lines.join('\n')}\n`, ndjson);
    expect(status).toBe('queued');
    await world.process()();
    expect(await getImport(world)(ctx, id)).toMatchObject({ status: 'needs_mapping', processed: 0 });
    expect((await hold(id))?.columns.map(({ name, target }) => [name, target])).toEqual([
      ['name', 'name'],
      ['id', 'externalId'],
      ['Branch', undefined],
      ['phone', undefined],
    ]);
    await map(id, { mapping: { Branch: 'ignore', phone: 'ignore' } });
    await world.process()();
    expect(await getImport(world)(ctx, id)).toMatchObject({ status: 'done', accepted: 700, rejected: 0 });
  });

  test('NDJSON with a new key in every object fails with the reason', async () => {
    const lines = Array.from({ length: 600 }, (_, n) => `{"name":"A","key ${n}":"x"}`);
    lines.unshift('{"name":"A"}');
    const { id } = await upload(`${lines.join('\n')}\n`, ndjson);
    await world.process()();
    expect(await getImport(world)(ctx, id)).toMatchObject({
      status: 'failed',
      statusReason: 'IMPORT_HEADER',
    });
  });
});

describe('dates that contradict the order of day and month', () => {
  const file = (...dates: string[]) =>
    `id,name,dob\n${dates.map((date, n) => `${n},P ${n},${date}`).join('\n')}\n`;

  test('hold the import before its first row, and the answer reads them', async () => {
    const { id } = await upload(
      file(...Array.from({ length: 300 }, () => '04/05/1990'), '04/25/1990', '12-31-1991'),
    );
    await world.process()();
    expect(await getImport(world)(ctx, id)).toMatchObject({
      status: 'needs_mapping',
      statusReason: 'DATE_ORDER',
      processed: 0,
    });
    expect((await hold(id))?.dates).toEqual({
      order: 'dmy',
      rows: 2,
      firstRow: 301,
      firstLine: 302,
      isMixed: false,
    });
    expect(await reasonOf(map(id, {}))).toBe('IMPORT_MAPPING');
    await map(id, { dateOrder: 'mdy' });
    await world.process()();
    expect(await getImport(world)(ctx, id)).toMatchObject({ status: 'done', accepted: 302, rejected: 0 });
  });

  test('in a file with both orders the answer decides, and rows in the other order are refused', async () => {
    const { id } = await upload(file('25/04/1990', '04/25/1990'));
    await world.process()();
    expect((await hold(id))?.dates).toMatchObject({ rows: 1, firstRow: 2, firstLine: 3, isMixed: true });
    await map(id, { dateOrder: 'dmy' });
    await world.process()();
    expect(await getImport(world)(ctx, id)).toMatchObject({ status: 'done', accepted: 1, rejected: 1 });
  });

  test.each([
    ['25/04/1990', 'mdy', 'needs_mapping'],
    ['04/25/1990', 'mdy', 'done'],
    ['25/04/1990', undefined, 'done'],
    ['1990-04-25', 'mdy', 'done'],
    ['25-Apr-1990', 'mdy', 'done'],
    ['04/05/1990', 'mdy', 'done'],
  ])('%s under %j is %s', async (date, dateOrder, status) => {
    const { id } = await upload(file(date), { dateOrder });
    await world.process()();
    expect(await getImport(world)(ctx, id)).toMatchObject({ status });
  });

  test('hold the import after the columns, when a mapping makes a column a date of birth', async () => {
    const { id } = await upload('name,Geburtstag\nAsha,04/25/1990\n');
    expect((await hold(id))?.columns[1]?.suggestion).toBeUndefined();
    await map(id, { mapping: { Geburtstag: 'dob' } });
    await world.process()();
    expect(await getImport(world)(ctx, id)).toMatchObject({ statusReason: 'DATE_ORDER' });
    await map(id, { dateOrder: 'mdy' });
    await world.process()();
    expect(await getImport(world)(ctx, id)).toMatchObject({ status: 'done', accepted: 1 });
  });
});
