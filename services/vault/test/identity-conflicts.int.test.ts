import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sealErased, withErasedIdentity } from '../src/lifecycle/erasures/erase-individual.ts';
import { userCtx } from './contexts.ts';
import { COMPANY, type ImportWorld, importWorld } from './import-world.ts';
import { ASHA, consent, vaultWorld } from './vault-world.ts';

const HEADER = 'external_id,name,dob,aadhaar,pan,email\n';
const asha = 'C-1,Asha Rao,1990-02-01,234123412346,ABCPR1234F,asha@mail.example\n';

describe('an import', () => {
  let world: ImportWorld;
  beforeAll(async () => {
    world = await importWorld();
  });
  afterAll(() => world.stop());
  beforeEach(() => world.clear());

  const imported = async (rows: string) => {
    const created = await world.upload(`${HEADER}${rows}`);
    await world.process()();
    return { summary: await world.summary(created), errors: await world.errors(created) };
  };
  const work = async () =>
    (
      await world.sql<{ n: number }>(`SELECT count(*)::int AS n FROM vault.outbox WHERE topic = 'vault.audit'
       AND position('compare_identities'::bytea IN payload) > 0`)
    )[0]?.n;

  it.each([
    ['another Aadhaar', 'C-1,Asha Rao,1990-02-01,499118665246,,\n'],
    ['another PAN', 'C-1,Asha Rao,1990-02-01,,BXYPR1234K,\n'],
    ['another name and birth date', 'C-1,Vikram Singh,1985-07-09,,,vikram@mail.example\n'],
  ])('refuses %s under the external id of a stored person, and merges nothing of it', async (_, row) => {
    await imported(asha);
    const { summary, errors } = await imported(row);
    expect(summary).toMatchObject({ status: 'done', accepted: 0, rejected: 1 });
    expect(errors).toEqual(['1 external_id IDENTITY_CONFLICT']);
    expect(await world.people()).toEqual({ people: 1, versions: 1, externalIds: 1 });
  });

  it.each([
    ['another Aadhaar', 'C-1,Asha Rao,1990-02-01,499118665246,,\n'],
    ['another name and birth date', 'C-1,Vikram Singh,1985-07-09,,,\n'],
  ])('refuses %s in a later row of the same file', async (_, row) => {
    const { summary, errors } = await imported(`${asha}${row}`);
    expect(summary).toMatchObject({ status: 'done', accepted: 1, rejected: 1 });
    expect(errors).toEqual(['2 external_id IDENTITY_CONFLICT']);
    expect(await world.people()).toEqual({ people: 1, versions: 1, externalIds: 1 });
  });

  it('accepts another spelling of the name with a corrected birth date, and enters what it decrypted', async () => {
    await imported(asha);
    expect(await work()).toBe(0);
    const { summary } = await imported('C-1,"RAO, Asha",1990-01-02,,,\n');
    expect(summary).toMatchObject({ accepted: 1, rejected: 0 });
    expect(await work()).toBe(1);
    // The first row changes the person, the second is compared with the change.
    const again = await imported('C-1,Asha Rao,,,,new@mail.example\nC-1,A. Rao,1990-02-01,,,\n');
    expect(again.summary).toMatchObject({ accepted: 2, rejected: 0 });
  });

  it('imports the same file again after a person was erased', async () => {
    const first = await world.upload(`${HEADER}${asha}`);
    await world.process()();
    expect((await world.upload(`${HEADER}${asha}`)).isExisting).toBe(true);
    const [person] = await world.sql<{ id: number }>('SELECT id FROM vault.individuals');
    const floor = () => new Date(Date.now() + 86_400_000);
    const { keys, db, withIdentities } = world;
    const deps = { keys, db, withIdentities, floor, wakeJob: () => undefined };
    const erased = {
      companyId: COMPANY,
      individualId: person?.id ?? 0,
      reason: 'asked',
      requestedAt: new Date(),
    };
    const ctx = userCtx([COMPANY]);
    await withErasedIdentity(deps, ctx, COMPANY, (tx, book) => sealErased(deps, ctx, tx, erased, book));
    const again = await world.upload(`${HEADER}${asha}`);
    await world.process()();
    expect(again.summary.id).not.toBe(first.summary.id);
    expect(await world.errors(again)).toEqual(['1 aadhaar ERASED_EARLIER']);
    const returning = await world.upload(`${HEADER}${asha}`, { afterErasure: 'create' });
    await world.process()();
    expect(await world.summary(returning)).toMatchObject({ status: 'done', accepted: 1 });
  });

  it('applies rows in order when a file names one person by two ids', async () => {
    await imported(asha);
    const [person] = await world.sql<{ id: number }>('SELECT id FROM vault.individuals');
    const mapping = JSON.stringify({ iid: 'individualId' });
    const file = `iid,external_id,phone,email\n${person?.id},,9833012348,\n,C-1,,asha.new@mail.example\n`;
    const created = await world.upload(file, { mapping });
    await world.process()();
    expect(await world.summary(created)).toMatchObject({ status: 'done', accepted: 2, rejected: 0 });
  });

  it('decides by no birth date whose consent is withdrawn', async () => {
    await imported(asha);
    await world.upload(`external_id,unsubscribed\nC-1,yes\n`, {
      mapping: '{"unsubscribed":"withdrawIfYes"}',
    });
    await world.process()();
    for (const [year, month] of [
      ['1990', '1990-02'],
      ['1991', '1991-02'],
    ])
      expect(
        (await imported(`C-1,,${year},,,other@mail.example\nC-1,Vikram Singh,${month}-01,,,\n`)).errors,
      ).toEqual(['1  CONSENT_WITHDRAWN', '2 external_id IDENTITY_CONFLICT']);
  });

  it('does not replace a complete birth date by a partial one', async () => {
    await imported(asha);
    const { summary } = await imported('C-1,Asha Rao,1990,,,\n');
    expect(summary).toMatchObject({ accepted: 1, rejected: 0 });
    expect(await world.people()).toMatchObject({ versions: 1 });
    await imported('C-1,Asha Rao,1991,,,\n');
    expect(await world.people()).toMatchObject({ versions: 2 });
  });

  const SHARED = 'id,name,phone,email,address\n';
  const ofA = 'K,Asha Rao,9833012345,asha@mail.example,"12 MG Road, Pune 411001"\n';
  const ofB = 'K,Vikram Singh,9822012345,vikram@mail.example,"7 Park Street, Kolkata 700016"\n';
  const others = Array.from({ length: 250 }, (_, n) => `N-${n},Person Nr${n},,,\n`).join('');

  it.each([
    ['in neighbouring rows', SHARED, `${ofA}${ofB}`, 2],
    [
      'with names and phones alone',
      'id,name,phone\n',
      'K,Asha Rao,9833012345\nK,Vikram Singh,9822012345\n',
      2,
    ],
    ['with single letters as names', 'id,name,phone\n', 'K,A,9833012345\nK,B,9822012345\n', 2],
    ['with names alone', 'id,name\n', 'K,Asha Rao\nK,Vikram Singh\n', 2],
    ['without names', 'id,phone,email\n', 'K,9833012345,a@mail.example\nK,9822012345,b@mail.example\n', 2],
    [
      'of a family with one phone',
      'id,name,phone\n',
      'K,Ramesh Rao,9833012345\nK,Suresh Rao,9833012345\n',
      2,
    ],
    ['in rows of different batches', SHARED, `${ofA}${others}${ofB}`, 252],
  ])('refuses the second of two people with one external id, %s', async (_, header, rows, at) => {
    const created = await world.upload(`${header}${rows}`, { mapping: '{"id":"externalId"}' });
    await world.process()();
    expect(await world.errors(created)).toEqual([`${at} id IDENTITY_CONFLICT`]);
    expect(await world.summary(created)).toMatchObject({ status: 'done', rejected: 1 });
  });

  it('refuses it in NDJSON, too', async () => {
    const rows = [
      { id: 'K', name: 'Asha Rao', phone: '9833012345' },
      { id: 'K', name: 'Vikram Singh', phone: '9822012345' },
    ];
    const file = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const options = { mediaType: 'application/x-ndjson', mapping: '{"id":"externalId"}' };
    const created = await world.upload(file, options);
    await world.process()();
    expect(await world.errors(created)).toEqual(['2 id IDENTITY_CONFLICT']);
  });

  it('corrects the holder of the external id with onConflict=replace', async () => {
    const mapping = '{"id":"externalId"}';
    const refused = await world.upload(`${SHARED}${ofA}${ofB}`, { mapping });
    await world.process()();
    expect(await world.summary(refused)).toMatchObject({ accepted: 1, rejected: 1 });
    // The same file with another choice is another import.
    const replaced = await world.upload(`${SHARED}${ofA}${ofB}`, { mapping, onConflict: 'replace' });
    await world.process()();
    expect(await world.summary(replaced)).toMatchObject({ accepted: 2, rejected: 0 });
    expect(await world.people()).toEqual({ people: 1, versions: 2, externalIds: 1 });
    await expect(world.upload(SHARED, { onConflict: 'merge' })).rejects.toMatchObject({
      reason: 'IMPORT_OPTIONS',
    });
  });

  it('accepts a corrected phone, and a new name with the same birth date', async () => {
    await imported(asha);
    expect((await imported('C-1,Asha Rao,,,,new@mail.example\n')).summary).toMatchObject({ accepted: 1 });
    expect((await imported('C-1,,,,,newer@mail.example\n')).summary).toMatchObject({ accepted: 1 });
    expect((await imported('C-1,Asha Verma,1990-02-01,,,\n')).summary).toMatchObject({ accepted: 1 });
    expect((await imported('C-1,Asha Rao,,,,\n')).errors).toEqual(['1 external_id IDENTITY_CONFLICT']);
  });

  it('accepts a new name or a new birth date, when only one of them differs', async () => {
    await imported(asha);
    expect((await imported('C-1,Asha Singh,1990-02-01,,,\n')).summary).toMatchObject({ accepted: 1 });
    expect((await imported('C-1,Asha Singh,1991-02-01,,,\n')).summary).toMatchObject({ accepted: 1 });
  });
});

describe('a batch', () => {
  let world: Awaited<ReturnType<typeof vaultWorld>>;
  beforeAll(async () => {
    world = await vaultWorld();
  });
  afterAll(() => world.stop());

  const batch = async (records: { fields: Record<string, string>; externalId: string }[], key?: string) => {
    const owner = await world.user([1]);
    const ctx = key === undefined ? owner : { ...owner, idempotencyKey: key };
    const request = { companyId: 1, consentDetails: consent(), records, afterErasure: undefined };
    const { results } = await world.records.createRecords(ctx, request);
    return results.map(({ status, errors }) => errors[0]?.reason ?? status);
  };

  it('distinguishes another person from the same one, among its records and against stored ones', async () => {
    const first = { fields: ASHA, externalId: 'C-1' };
    const other = { fields: { name: 'Vikram Singh', dob: '1985-07-09' }, externalId: 'C-1' };
    const otherPan = { fields: { pan: 'BXYPR1234K' }, externalId: 'C-1' };
    const same = { fields: { name: 'Rao Asha', dob: '1990-01-02' }, externalId: 'C-1' };
    expect(await batch([first, other, otherPan, same])).toEqual([
      'created',
      'IDENTITY_CONFLICT',
      'IDENTITY_CONFLICT',
      'EXTERNAL_ID_EXISTS',
    ]);
    const expected = ['IDENTITY_CONFLICT', 'IDENTITY_CONFLICT', 'EXTERNAL_ID_EXISTS'];
    expect(await batch([other, otherPan, same])).toEqual(expected);
    expect(await batch([other, otherPan, same], 'with-a-key')).toEqual(expected);
  });

  it('with an idempotency key compares with people of earlier chunks of the same call', async () => {
    const many = Array.from({ length: 201 }, (_, n) => ({
      fields: { name: 'Asha Rao', dob: '1990-02-01' },
      externalId: `K-${n}`,
    }));
    const other = { fields: { name: 'Vikram Singh', dob: '1985-07-09' }, externalId: 'K-0' };
    const outcomes = await batch([...many, other], 'two-chunks');
    expect(outcomes.at(-1)).toBe('IDENTITY_CONFLICT');
    expect(outcomes.filter((one) => one === 'created')).toHaveLength(201);
    const refused = (await world.entries()).filter(({ reason }) => reason === 'IDENTITY_CONFLICT');
    expect(refused.at(-1)).toMatchObject({ action: 'data_update', decision: 'refused', actorId: '11' });
  });

  it('refuses an erased person unless the request states a new relationship', async () => {
    const owner = await world.user([1]);
    const records = [{ fields: { name: 'Meena Iyer' }, externalId: 'C-2' }];
    const request = { companyId: 1, consentDetails: consent(), records, afterErasure: undefined };
    const created = (await world.records.createRecords(owner, request)).results[0];
    const individualId = created?.individualId ?? 0;
    await world.erasures.eraseIndividual(owner, { companyId: 1, individualId, reason: 'asked for it' });
    expect(await batch(records)).toEqual(['ERASED_EARLIER']);
    const again = await world.records.createRecords(owner, { ...request, afterErasure: 'create' });
    expect(again.results).toMatchObject([{ status: 'created' }]);
    // A living person has the id now.
    expect(await batch(records)).toEqual(['EXTERNAL_ID_EXISTS']);
    await expect(
      world.records.createRecords(owner, { ...request, afterErasure: 'maybe' }),
    ).rejects.toMatchObject({ reason: 'AFTER_ERASURE_INVALID' });
  });
});
