import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listImportCorrections } from '../src/imports/find-imports.ts';
import { userCtx } from './contexts.ts';
import { COMPANY, csvOf, type ImportWorld, importWorld } from './import-world.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.stop());
afterEach(() => world.clear());

const imported = async (file: string, options = {}) => {
  const created = await world.upload(file, options);
  await world.process()();
  const [row] = await world.sql<{ known: number }>(
    'SELECT known_people AS known FROM vault.imports WHERE id = $1',
    [created.summary.id],
  );
  const { accepted, rejected } = (await world.summary(created)) ?? {};
  return {
    accepted,
    rejected,
    known: row?.known,
    errors: await world.errors(created),
    id: created.summary.id,
  };
};
/** People that the import changed and did not create, read two at a time. */
const corrected = async (importId: number) => {
  const ids: number[] = [];
  for (let afterId = -1; afterId !== 0; ) {
    const page = { importId, afterId: Math.max(afterId, 0), limit: 2 };
    const { individualIds, nextAfterId } = await listImportCorrections(world)(userCtx([COMPANY]), page);
    ids.push(...individualIds);
    afterId = nextAfterId;
  }
  return ids;
};
const allPeople = async () =>
  (
    await world.sql<{ id: number }>('SELECT id FROM vault.individuals WHERE company_id = $1 ORDER BY id', [
      COMPANY,
    ])
  ).map(({ id }) => id);
const people = async () => {
  const held = await world.people();
  return [held?.people, held?.versions];
};

/** `count` people without ids. */
const listOf = (count: number) =>
  csvOf(count)
    .split('\n')
    .map((line) => line.slice(line.indexOf(',') + 1))
    .join('\n');
const HEAD = 'name,phone,email\n';
const asha = 'Asha Rao,9833012345,asha@mail.example\n';

it('without ids counts the known people of a file that is one row longer the next month', async () => {
  expect(await imported(listOf(250))).toMatchObject({ accepted: 250, known: 0 });
  expect(await imported(listOf(251))).toMatchObject({ accepted: 251, known: 250 });
  expect(await people()).toEqual([501, 501]);
});

it.each(['link', 'update'])('does not double them with onKnown=%s', async (onKnown) => {
  await imported(listOf(250));
  expect(await imported(listOf(251), { onKnown })).toMatchObject({ accepted: 251, rejected: 0, known: 250 });
  expect(await people()).toEqual([251, 251]);
});

it('adds what the known person lacks with link, and replaces values with update', async () => {
  const next = `${HEAD.trim()},dob\n"RAO, Asha",9833012345,new@mail.example,1990-02-01\n`;
  await imported(`${HEAD}${asha}`);
  expect(await imported(next, { onKnown: 'link' })).toMatchObject({ accepted: 1, known: 1 });
  const fields = () =>
    world.sql<{ type: number; version: number }>(
      `SELECT field_type AS type, version FROM vault.pii_fields WHERE state = 1 AND company_id = $1 ORDER BY 1`,
      [COMPANY],
    );
  // e-mail, phone, name, birth date
  expect((await fields()).map(({ type, version }) => `${type}:${version}`)).toEqual([
    '3:1',
    '4:1',
    '5:1',
    '7:1',
  ]);
  expect(await imported(next, { onKnown: 'update' })).toMatchObject({ accepted: 1, known: 1 });
  expect((await fields()).map(({ type, version }) => `${type}:${version}`)).toEqual([
    '3:2',
    '4:1',
    '5:2',
    '7:1',
  ]);
});

it('finds a person again within one batch, and not the family on one phone', async () => {
  const rows = `${asha}Rao Asha,9833012345,\nVikram Rao,9833012345,\n${asha}`;
  expect(await imported(`${HEAD}${rows}`, { onKnown: 'update' })).toMatchObject({ accepted: 4, known: 2 });
  expect((await people())[0]).toBe(2);
});

const born = (name: string, phone: string, dob: string, email = '') => `${name},${phone},${email},${dob}\n`;

it.each(['create', 'link', 'update'])(
  'makes no one person of a father and a son (onKnown=%s)',
  async (onKnown) => {
    const father = born('Ram Singh', '9833012345', '12/01/1950');
    const son = born('Ram Singh', '9833012345', '12/01/1980');
    const file = `${HEAD.trim()},dob\n${father}${son}`;
    expect(await imported(file, { onKnown })).toMatchObject({ accepted: 2, known: 0 });
    expect(await people()).toEqual([2, 2]);
  },
);

it.each([
  ['a part of the date', born('Ram Singh', '9833012345', '1950')],
  [
    'another date, one phone and one e-mail',
    born('Ram Singh', '9833012345', '11/01/1950', 'ram@mail.example'),
  ],
])('knows a person by %s', async (_, row) => {
  const head = `${HEAD.trim()},dob\n`;
  await imported(`${head}${born('Ram Singh', '9833012345', '12/01/1950', 'ram@mail.example')}`);
  expect(await imported(`${head}${row}`, { onKnown: 'link' })).toMatchObject({ accepted: 1, known: 1 });
  expect((await people())[0]).toBe(1);
});

it('finds a person again whose first row of the batch has an id', async () => {
  const rows = `external_id,${HEAD}A-1,${asha},${asha}`;
  expect(await imported(rows, { onKnown: 'link' })).toMatchObject({ accepted: 2, known: 1 });
  expect((await people())[0]).toBe(1);
});

it('lists the people it changed: by external id, as known people, and by withdrawals', async () => {
  const first = await imported(csvOf(5));
  expect(await corrected(first.id)).toEqual([]);
  const everybody = await allPeople();
  const again = await imported(csvOf(6).replaceAll('@', '@new.'));
  expect(await corrected(again.id)).toEqual(everybody);
  const { id } = await imported(`${HEAD}${asha}`);
  expect(await corrected(id)).toEqual([]);
  const known = await imported(`${HEAD.trim()},dob\n${asha.trim()},1990-02-01\n`, { onKnown: 'link' });
  const [ashaId] = await corrected(known.id);
  expect(everybody).not.toContain(ashaId);
  const optOut = 'email,unsubscribed\nasha@mail.example,yes\n';
  const withdrawn = await imported(optOut, { mapping: '{"unsubscribed":"withdrawIfYes"}' });
  expect(await corrected(withdrawn.id)).toEqual([ashaId]);
});

it('keeps a row with another external id as another record', async () => {
  await imported(`${HEAD}${asha}`);
  const withId = 'external_id,name,phone\nA-1,Asha Rao,9833012345\n';
  expect(await imported(withId, { onKnown: 'update' })).toMatchObject({ accepted: 1, known: 0 });
  expect((await people())[0]).toBe(2);
});

it('withdraws the consent of every record of the person, also without an id', async () => {
  await imported(`external_id,${HEAD}A-1,${asha}A-2,${asha}`);
  const optOut = 'email,unsubscribed\nasha@mail.example,yes\n';
  const mapping = '{"unsubscribed":"withdrawIfYes"}';
  expect(await imported(optOut, { mapping })).toMatchObject({ accepted: 1, rejected: 0, known: 1 });
  const rows = await world.sql<{ n: number }>(
    'SELECT count(DISTINCT individual_id)::int AS n FROM vault.consents WHERE is_withdrawal',
  );
  expect(rows).toEqual([{ n: 2 }]);
  expect((await people())[0]).toBe(2);
});

describe('a birth date whose consent is withdrawn', () => {
  const head = `${HEAD.trim()},dob\n`;
  const stored = '12/01/1950';
  const withdrawn = async () => {
    await imported(`${head}${born('Ram Singh', '9833012345', stored)}`);
    const optOut = 'phone,unsubscribed\n9833012345,yes\n';
    await imported(optOut, { mapping: '{"unsubscribed":"withdrawIfYes"}' });
  };

  it.each(['create', 'link', 'update'])('decides about no row with onKnown=%s', async (onKnown) => {
    const outcomes: object[] = [];
    for (const guess of [stored, '12/01/1951', '1950', '1951']) {
      await world.clear();
      await withdrawn();
      const row = born('Ram Singh', '9833012345', guess);
      const { id: _, ...rest } = await imported(`${head}${row}`, { onKnown, purpose: 'marketing' });
      outcomes.push({ ...rest, people: await people() });
    }
    expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ accepted: 1, known: 0 });
  });

  it('gets no consent by a row that joins its person by phone and e-mail', async () => {
    const consented: object[] = [];
    for (const guess of [stored, '12/01/1951']) {
      await world.clear();
      await withdrawn();
      const email = 'ram@mail.example';
      await imported(`phone,email\n9833012345,${email}\n`, { onKnown: 'link', purpose: 'service' });
      const row = born('Ram Singh', '9833012345', guess, email);
      expect(await imported(`${head}${row}`, { onKnown: 'link', purpose: 'marketing' })).toMatchObject({
        known: 1,
      });
      consented.push(
        await world.sql(`SELECT purpose, type_mask FROM vault.consents WHERE company_id = $1 ORDER BY seq`, [
          COMPANY,
        ]),
      );
    }
    expect(consented[0]).toEqual(consented[1]);
  });
});

it('refuses another choice', async () => {
  await expect(world.upload(`${HEAD}${asha}`, { onKnown: 'merge' })).rejects.toMatchObject({
    reason: 'IMPORT_OPTIONS',
  });
});
