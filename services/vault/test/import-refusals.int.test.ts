import type { ImportOptions } from '@pii-vault/proto/vault/v1/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getImport } from '../src/imports/find-imports.ts';
import { holdOf } from '../src/imports/import-hold.ts';
import { mapImport } from '../src/imports/map-import.ts';
import { surveyStart } from '../src/imports/survey.ts';
import { userCtx } from './contexts.ts';
import { COMPANY, type ImportWorld, importWorld, reasonOf } from './import-world.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clear());

const ctx = userCtx([COMPANY]);
const map = (id: number, mapping: Record<string, string> = {}, unmapped?: string) =>
  mapImport({ ...world, wake: () => undefined })(ctx, { id, mapping, unmapped });

/** Imports a file under a mapping, and returns its summary and errors. */
async function imported(file: string, mapping: object, options: Partial<ImportOptions> = {}) {
  const created = await world.upload(file, { mapping: JSON.stringify(mapping), ...options });
  await world.process()();
  return { ...(await world.summary(created)), errors: await world.errors(created) };
}

/** Per person by external id order: its version, and its consent entries, withdrawals with a minus. */
const people = () =>
  world.sql<{ version: number; consents: string | null }>(
    `SELECT i.record_version::integer AS version,
       (SELECT string_agg(CASE WHEN c.is_withdrawal THEN '-' ELSE '+' END || c.purpose, ' ' ORDER BY c.seq)
        FROM vault.consents c WHERE c.individual_id = i.id) AS consents
     FROM vault.individuals i ORDER BY i.id`,
  );
const consents = async () => (await people()).map((one) => one.consents ?? '');

const asha = 'K1,Asha Rao,9812345670';
const ravi = 'K2,Ravi Kumar,9812345671';

describe('a column that says who refused', () => {
  test.each([
    ['noConsentIfYes', 'true', 'false'],
    ['noConsentIfNo', 'No', 'Yes'],
    ['noConsentIfNo', '', 'Yes'],
  ])('as %s stores %j without consent, and %j with it', async (target, refused, agreed) => {
    const file = `id,name,phone,flag\n${asha},${refused}\n${ravi},${agreed}\n`;
    expect(await imported(file, { flag: target })).toMatchObject({ accepted: 2, rejected: 0, errors: [] });
    expect(await consents()).toEqual(['', '+kyc']);
    const scores = await world.sql<{ quality: number }>(`SELECT quality FROM vault.individuals ORDER BY id`);
    expect(scores[0]?.quality).toBeLessThan(scores[1]?.quality ?? 0);
  });

  test('keeps the consent of a known person that refused nothing before, and updates its values', async () => {
    await imported(`id,name,phone\n${asha}\n`, {});
    const file = 'id,name,phone,email,flag\nK1,Asha Rao,9812345670,a@mail.example,Yes\n';
    expect(await imported(file, { flag: 'noConsentIfYes' })).toMatchObject({ accepted: 1, errors: [] });
    expect(await people()).toEqual([{ version: 2, consents: '+kyc' }]);
  });

  test('withdraws the purposes of the import from a known person, once, and writes none of its values', async () => {
    await imported(`id,name,phone\n${asha}\n${ravi}\n`, {}, { alsoFor: ['marketing'] });
    const file = `id,name,phone,flag\nK1,Asha Rao,9899999999,1\n${ravi},0\n`;
    const withdrawing = { flag: 'withdrawIfYes' };
    expect(await imported(file, withdrawing, { purpose: 'marketing' })).toMatchObject({
      accepted: 2,
      rejected: 0,
      errors: [],
    });
    expect(await consents()).toEqual(['+kyc -marketing', '+kyc']);
    const again = await imported(`${file}\n`, withdrawing, { purpose: 'marketing', channel: 'branch' });
    expect(again).toMatchObject({ accepted: 2, errors: [] });
    expect((await consents())[0]).toBe('+kyc -marketing');
    const [row] = await world.sql<{ n: number }>(
      `SELECT count(*)::integer AS n FROM vault.pii_fields WHERE version > 1`,
    );
    expect(row?.n).toBe(0);
  });

  test('withdraws in every record of the person, also by a row with an id, at the first withdrawal', async () => {
    await imported(`name,phone\nAsha Rao,9812345670\n`, {}, { alsoFor: ['marketing'] });
    const options = { purpose: 'kyc', alsoFor: ['marketing'] };
    await imported(`id,name,phone,flag\n${asha},1\n`, { flag: 'withdrawIfYes:marketing' }, options);
    expect(await consents()).toEqual(['+kyc -marketing', '+kyc -marketing']);
    await imported(`id,name,phone,flag\nK3,Asha Rao,9812345670,1\n`, { flag: 'withdrawIfYes' });
    expect(await consents()).toEqual(['+kyc -marketing -kyc', '+kyc -marketing -kyc', '-kyc']);
  });

  test('withdraws for a new person, so that a later import gives no consent', async () => {
    await imported(`id,name,phone,flag\n${asha},opted out\n`, { flag: 'withdrawIfNo' });
    expect(await consents()).toEqual(['-kyc']);
    expect(await imported(`id,name,phone\n${asha}\n`, {})).toMatchObject({
      rejected: 1,
      errors: ['1  CONSENT_WITHDRAWN'],
    });
    expect(await consents()).toEqual(['-kyc']);
  });

  test('withdraws by an id alone, as a list of people who unsubscribed, and names unknown ids', async () => {
    await imported(`id,name,phone\n${asha}\n${ravi}\n`, {});
    const list = 'id,Unsubscribed at\nK1,2026-01-02 10:00:00\nK9,2026-01-02\nK2,\n';
    expect(await imported(list, { 'Unsubscribed at': 'withdrawIfYes' })).toMatchObject({
      accepted: 1,
      rejected: 2,
      errors: ['2 id NOT_FOUND', '3  ROW_EMPTY'],
    });
    expect(await consents()).toEqual(['+kyc -kyc', '+kyc']);
    const held = await world.upload(list.replace('K9', 'K8'), {});
    await map(held.summary.id, { 'Unsubscribed at': 'withdrawIfYes' });
    expect(await reasonOf(world.upload(list, { mapping: '{"Unsubscribed at":"noConsentIfYes"}' }))).toBe(
      'IMPORT_MAPPING',
    );
  });

  test('withdraws although another value of the row is bad', async () => {
    await imported(`id,name,phone\n${asha}\n`, {});
    const file = 'id,name,phone,flag\nK1,Asha Rao,12345,yes\n';
    expect(await imported(file, { flag: 'withdrawIfYes' })).toMatchObject({
      accepted: 1,
      errors: ['1 phone PHONE_INVALID'],
    });
    expect(await consents()).toEqual(['+kyc -kyc']);
  });

  test.each([
    ['a phone', 'K1,Asha Rao,DND,,', 'phone'],
    ['a phone with a remark', 'K1,Asha Rao,9812345670 (DND),,', 'phone'],
    ['an e-mail address', 'K1,Asha Rao,9812345670,unsubscribed,', 'email'],
    ['a name', 'K1,DO NOT CALL - Asha Rao,9812345670,,', 'name'],
    ['a name in brackets', 'K1,Asha Rao (DND),9812345670,,', 'name'],
    ['an address', 'K1,Asha Rao,9812345670,,"12 MG Road, opted out"', 'address'],
  ])('is missing where %s says it: the row is rejected', async (_, row, column) => {
    const file = `id,name,phone,email,address\n${row}\n${ravi},,\n`;
    expect(await imported(file, {}, { onInvalid: 'skip-field' })).toMatchObject({
      accepted: 1,
      errors: [`1 ${column} CONSENT_IN_VALUE`],
    });
    expect(await consents()).toEqual(['+kyc']);
  });

  test('decides when a value says a refusal, too', async () => {
    const file = `id,name,phone,flag\nK1,Asha Rao,DND,yes\nK2,D.N.D. Rao-Dnd,9812345671,no\n`;
    expect(await imported(file, { flag: 'withdrawIfYes' }, { onInvalid: 'skip-field' })).toMatchObject({
      accepted: 2,
      errors: ['1 phone PHONE_INVALID'],
    });
    expect(await consents()).toEqual(['-kyc', '+kyc']);
    const valid = 'name,email,address\nRavi Rao,dnd@mail.example,4 DND Enclave Noida\n';
    expect(await imported(valid, {})).toMatchObject({ accepted: 1, errors: [] });
  });

  test('refuses a row that says neither yes nor no', async () => {
    const file = `id,name,phone,flag\n${asha},maybe\n${ravi},no\n`;
    expect(await imported(file, { flag: 'noConsentIfYes' })).toMatchObject({
      accepted: 1,
      errors: ['1 flag CONSENT_UNCLEAR'],
    });
  });

  describe('and names one of several purposes', () => {
    const options = { purpose: 'kyc', alsoFor: ['marketing', 'research'] };
    const all = () =>
      world.sql<{ consents: string | null }>(
        `SELECT (SELECT string_agg(CASE WHEN c.is_withdrawal THEN '-' ELSE '+' END || c.purpose ||
             array_to_string(array_prepend('', c.also_for), '+'), ' ' ORDER BY c.seq)
           FROM vault.consents c WHERE c.individual_id = i.id) AS consents
         FROM vault.individuals i ORDER BY i.id`,
      );
    const stated = async () => (await all()).map((one) => one.consents ?? '');

    test('refuses this one only', async () => {
      const file = `id,name,phone,flag\n${asha},yes\n${ravi},no\n`;
      const mapping = { flag: 'noConsentIfYes:kyc' };
      expect(await imported(file, mapping, options)).toMatchObject({ accepted: 2, errors: [] });
      expect(await stated()).toEqual(['+marketing+research', '+kyc+marketing+research']);
    });

    test('withdraws this one only, of a new and of a known person, and writes the values', async () => {
      const mapping = { flag: 'withdrawIfYes:marketing' };
      await imported(`id,name,phone\n${asha}\n`, {}, options);
      const file = `id,name,phone,email,flag\n${asha},a@mail.example,1\n${ravi},,1\n`;
      expect(await imported(file, mapping, options)).toMatchObject({ accepted: 2, errors: [] });
      expect(await stated()).toEqual([
        '+kyc+marketing+research +kyc+research -marketing',
        '+kyc+research -marketing',
      ]);
      await imported(`id,name,phone,email\n${asha},b@mail.example\n`, {}, options);
      expect((await stated())[0]).toBe('+kyc+marketing+research +kyc+research -marketing +kyc+research');
    });

    test('withdraws it in every record of the person, although all that the row gives was withdrawn', async () => {
      await imported('name,phone\nAsha Rao,9812345670\n', {}, options);
      await imported('name,phone,flag\nAsha Rao,9812345670,1\n', { flag: 'withdrawIfYes' });
      const both = { purpose: 'kyc', alsoFor: ['marketing'] };
      const result = await imported(
        'name,phone,flag\nAsha Rao,9812345670,1\n',
        { flag: 'withdrawIfYes:marketing' },
        both,
      );
      expect(result).toMatchObject({ accepted: 0, errors: ['1  CONSENT_WITHDRAWN'] });
      expect(await stated()).toEqual(['+kyc+marketing+research -kyc -marketing']);
    });

    test('withdraws by an id alone, and although another value of the row is bad', async () => {
      await imported(`id,name,phone\n${asha}\n${ravi}\n`, {}, options);
      const mapping = { flag: 'withdrawIfYes:marketing' };
      expect(await imported('id,flag\nK1,1\n', mapping, options)).toMatchObject({ accepted: 1, errors: [] });
      const file = 'id,name,phone,flag\nK2,Ravi Kumar,12345,yes\n';
      expect(await imported(file, mapping, options)).toMatchObject({ errors: ['1 phone PHONE_INVALID'] });
      expect(await stated()).toEqual([
        '+kyc+marketing+research -marketing',
        '+kyc+marketing+research -marketing',
      ]);
    });

    test('is joined with columns about others and about all', async () => {
      const mapping = { a: 'noConsentIfYes:kyc', b: 'withdrawIfYes:marketing', c: 'noConsentIfYes' };
      const file = `id,name,phone,a,b,c\n${asha},1,1,0\n${ravi},0,1,1\nK3,Meena Iyer,9812345672,1,0,0\n`;
      expect(await imported(file, mapping, options)).toMatchObject({ accepted: 3, errors: [] });
      expect(await stated()).toEqual(['+research -marketing', '-marketing', '+marketing+research']);
    });

    test('is refused when the import does not have the purpose', async () => {
      const wrong = { mapping: '{"flag":"noConsentIfYes:marketting"}', ...options };
      expect(await reasonOf(world.upload(`id,name,phone,flag\n${asha},1\n`, wrong))).toBe('IMPORT_MAPPING');
      const held = await world.upload(`id,name,phone,flag\n${asha},1\n`, options);
      const { id } = held.summary;
      expect(await reasonOf(map(id, { flag: 'noConsentIfYes:marketting' }))).toBe('IMPORT_MAPPING');
      await map(id, { flag: 'noConsentIfYes:marketing' });
    });
  });

  test('is read from objects, with true and false', async () => {
    const file = '{"name":"Asha Rao","unsubscribed":true}\n{"name":"Ravi Kumar","unsubscribed":false}\n';
    const options = { mediaType: 'application/x-ndjson' };
    expect(await imported(file, { unsubscribed: 'noConsentIfYes' }, options)).toMatchObject({ accepted: 2 });
    expect(await consents()).toEqual(['', '+kyc']);
  });
});

describe('a column that may say who refused', () => {
  const file = `id,name,phone,Branch,Tax Exempt,Email Opt Out\n${asha},South,N,1\n${ravi},North,Y,0\n`;

  test('holds an import that leaves unmapped columns out, until the mapping names it', async () => {
    const { summary, plan } = await world.upload(file, { unmapped: 'ignore' });
    expect([summary.status, summary.statusReason]).toEqual(['needs_mapping', 'CONSENT_COLUMNS']);
    expect(plan.columns.targets).toMatchObject({ Branch: 'ignore' });
    await world.process()();
    expect(await world.people()).toMatchObject({ people: 0 });
    const held = await holdOf({ ...world }, await getImport(world)(ctx, summary.id));
    expect(held?.columns.filter((one) => one.mayStateRefusal)).toEqual([
      { name: 'Tax Exempt', mayStateRefusal: true, samples: ['N', 'Y'] },
      { name: 'Email Opt Out', mayStateRefusal: true, samples: ['1', '0'] },
    ]);
    expect(await reasonOf(map(summary.id, undefined, 'ignore'))).toBe('IMPORT_MAPPING');
    expect(await reasonOf(map(summary.id, { 'Email Opt Out': 'noConsentIfYes' }))).toBe('IMPORT_MAPPING');
    await map(summary.id, { 'Email Opt Out': 'noConsentIfYes', 'Tax Exempt': 'ignore' });
    await world.process()();
    expect(await getImport(world)(ctx, summary.id)).toMatchObject({ status: 'done', accepted: 2 });
    expect(await consents()).toEqual(['', '+kyc']);
  });

  test('holds an answer that leaves unmapped columns out', async () => {
    const { summary } = await world.upload(file);
    expect(summary.statusReason).toBe('UNMAPPED_COLUMNS');
    expect(await reasonOf(map(summary.id, { Branch: 'ignore' }, 'ignore'))).toBe('IMPORT_MAPPING');
    await map(summary.id, { 'Tax Exempt': 'ignore', 'Email Opt Out': 'ignore' }, 'ignore');
    await world.process()();
    expect(await consents()).toEqual(['+kyc', '+kyc']);
  });

  test('holds objects, too, also when their first one lacks the key', async () => {
    const objects = '{"name":"Ravi Kumar"}\n{"name":"Asha Rao","dnd":"yes"}\n';
    const options = { mediaType: 'application/x-ndjson', unmapped: 'ignore' };
    const { summary } = await world.upload(objects, options);
    expect(summary.statusReason).toBe('CONSENT_COLUMNS');
    await map(summary.id, { dnd: 'noConsentIfYes' });
    await world.process()();
    expect(await consents()).toEqual(['+kyc', '']);
  });

  describe('only behind the sampled rows', () => {
    const rows = 700;
    const late = (n: number, at: number, text: string) => (n === at ? text : '');
    const lateFile = `id,name,phone,Ref,Flag,Remark,Branch\n${Array.from({ length: rows }, (_, n) =>
      [
        `K${n},Person ${n},98${10_000_000 + n}`,
        late(n, 600, 'unsubscribed=true'),
        late(n, 650, 'No'),
        `"Visited on day ${n}. ${late(n, 699, `${'long '.repeat(60)}please do not call`)}"`,
        'South',
      ].join(','),
    ).join('\n')}\n`;
    const named = { Ref: 'noConsentIfYes', Flag: 'noConsentIfNo', Remark: 'ignore' };
    const asked = async (id: number) =>
      (await holdOf({ ...world }, await getImport(world)(ctx, id)))?.columns.filter(
        (one) => one.mayStateRefusal,
      );
    const found = [
      { name: 'Ref', mayStateRefusal: true, samples: ['XXXX-MASKED'] },
      { name: 'Flag', mayStateRefusal: true, samples: ['No'] },
      { name: 'Remark', mayStateRefusal: true, samples: ['XXXX-MASKED'] },
    ];

    test('holds the import before its first row, until the mapping names it', async () => {
      const { id } = (await world.upload(lateFile, { unmapped: 'ignore' })).summary;
      await world.process()();
      expect(await getImport(world)(ctx, id)).toMatchObject({
        status: 'needs_mapping',
        statusReason: 'CONSENT_COLUMNS',
        processed: 0,
      });
      expect(await asked(id)).toEqual(found);
      expect(await reasonOf(map(id, undefined, 'ignore'))).toBe('IMPORT_MAPPING');
      await map(id, { ...named, Ref: 'ignore' });
      await world.process()();
      expect(await getImport(world)(ctx, id)).toMatchObject({ status: 'done', processed: rows });
    });

    test('holds an import again whose answer left it out', async () => {
      const { id } = (await world.upload(lateFile)).summary;
      await map(id, undefined, 'ignore');
      await world.process()();
      expect(await getImport(world)(ctx, id)).toMatchObject({
        statusReason: 'CONSENT_COLUMNS',
        processed: 0,
      });
      expect(await asked(id)).toEqual(found);
    });

    test('holds objects, also when a later one names the key first', async () => {
      const objects = Array.from({ length: rows }, (_, n) => ({
        name: `Person ${n}`,
        phone: `98${10_000_000 + n}`,
        branch: 'South',
        ...(n === 650 ? { note: 'asked us not to be disturbed, do not disturb' } : {}),
      }));
      const lines = objects.map((one) => `${JSON.stringify(one)}\n`).join('');
      const options = { mediaType: 'application/x-ndjson', unmapped: 'ignore' };
      const { id } = (await world.upload(lines, options)).summary;
      await world.process()();
      expect(await getImport(world)(ctx, id)).toMatchObject({ statusReason: 'CONSENT_COLUMNS' });
      expect((await asked(id))?.map(({ name }) => name)).toEqual(['note']);
      await map(id, { note: 'ignore' });
      await world.process()();
      expect(await getImport(world)(ctx, id)).toMatchObject({ status: 'done', accepted: rows });
    });

    test('shows no sample of a key that has no value in any object', async () => {
      const objects = Array.from({ length: rows }, (_, n) => ({
        name: `Person ${n}`,
        ...(n === 650 ? { dnd: '' } : {}),
      }));
      const lines = objects.map((one) => `${JSON.stringify(one)}\n`).join('');
      const options = { mediaType: 'application/x-ndjson', unmapped: 'ignore' };
      const { id } = (await world.upload(lines, options)).summary;
      await world.process()();
      expect(await asked(id)).toEqual([{ name: 'dnd', mayStateRefusal: true, samples: [] }]);
    });

    test('holds an import whose survey was begun by a version that did not keep answers', async () => {
      const created = await world.upload(lateFile, { unmapped: 'ignore' });
      const { id } = created.summary;
      const { key } = await world.sealedPlan(id);
      const end = { offset: Buffer.byteLength(lateFile), line: rows + 2, sheetRow: rows + 2 };
      const { answers: _, ...begun } = { ...surveyStart(created.plan), position: end, rows };
      await world.sql('UPDATE vault.imports SET plan = $1', [
        key.sealPlan(JSON.stringify({ ...created.plan, survey: begun }), world.random),
      ]);
      await world.process()();
      expect(await getImport(world)(ctx, id)).toMatchObject({
        statusReason: 'CONSENT_COLUMNS',
        processed: 0,
      });
      expect(await asked(id)).toEqual(found);
    });

    test('holds nothing where no column says it', async () => {
      const plain = lateFile
        .replace('unsubscribed=true', 'R7')
        .replace(',No,', ',7b,')
        .replace('do not', 'do');
      const { id } = (await world.upload(plain, { unmapped: 'ignore' })).summary;
      await world.process()();
      expect(await getImport(world)(ctx, id)).toMatchObject({ status: 'done', accepted: rows });
    });
  });

  test('is decided when the upload names it', async () => {
    const mapping = { 'Tax Exempt': 'ignore', 'Email Opt Out': 'ignore' };
    expect(await imported(file, mapping, { unmapped: 'ignore' })).toMatchObject({ accepted: 2 });
  });
});
