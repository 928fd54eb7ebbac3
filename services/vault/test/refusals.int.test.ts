import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { ConsentDetails } from '@pii-vault/proto/vault/v1/consents';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { replayRevocations } from '../src/lifecycle/revocations/replay-revocations.ts';
import { withdraw } from '../src/people/consents/withdraw-consent.ts';
import { userCtx } from './contexts.ts';
import { COMPANY, type ImportWorld, importWorld } from './import-world.ts';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

const { name, phone, email, dob, aadhaar, pan } = ASHA;
const OTHER_PHONE = '+919811111111';

let vault: VaultWorld;
let owner: Ctx;
beforeAll(async () => {
  vault = await vaultWorld({ VAULT_ANSWERS_PER_HOUR: '10000' });
  owner = await vault.user([1]);
});
afterAll(() => vault.stop());
afterEach(() =>
  vault.sql(`TRUNCATE vault.people_changes, vault.individuals, vault.data_keys, vault.consents, vault.pii_fields,
    vault.search_index, vault.erasures, vault.erased_external_ids, vault.erased_identifiers, vault.erased_traits`),
);

interface Options {
  readonly details?: ConsentDetails;
  readonly externalId?: string;
  readonly afterErasure?: string;
}
const only = (purpose: string, date?: Date): ConsentDetails => ({ ...consent(purpose, []), date });
const create = (fields: Record<string, string>, options: Options = {}) =>
  vault.records.createRecord(owner, {
    companyId: 1,
    consentDetails: options.details ?? only('marketing'),
    fields,
    externalId: options.externalId,
    individualId: undefined,
    afterErasure: options.afterErasure,
  });
const reasonOf = async (fields: Record<string, string>, options: Options = {}) =>
  create(fields, options).then(
    () => 'created',
    (error: { reason: string }) => error.reason,
  );
const batch = async (fields: Record<string, string>, options: Options = {}) => {
  const { results } = await vault.records.createRecords(owner, {
    companyId: 1,
    consentDetails: options.details ?? only('marketing'),
    records: [{ fields, externalId: options.externalId }],
    afterErasure: options.afterErasure,
  });
  return results.map(({ status, errors }) => errors[0]?.reason ?? status)[0];
};
const withdrawn = async (fields: Record<string, string>, externalId?: string) => {
  const details = consent('kyc', ['marketing']);
  const { individualId } = await create(fields, { details, externalId });
  const request = { companyId: 1, individualId, purpose: 'marketing', fieldTypes: [] };
  await vault.consents.withdrawConsent(owner, request);
  return individualId;
};
const erased = async (fields: Record<string, string>, externalId?: string) => {
  const { individualId } = await create(fields, { externalId });
  await vault.erasures.eraseIndividual(owner, { companyId: 1, individualId, reason: 'asked for it' });
  return individualId;
};
const revealed = async (individualId: number, purpose: string) => {
  const request = { companyId: 1, individualIds: [individualId], fieldTypes: [], purpose };
  return (await vault.records.revealRecords(owner, request)).records[0];
};

const SAME: [string, Record<string, string>][] = [
  ['name and phone', { name, phone }],
  ['name and e-mail', { name, email, phone: OTHER_PHONE }],
  ['another spelling of the name', { name: 'RAO, Ms. Aasha', phone }],
  ['an initial instead of the name', { name: 'A. Rao', phone, dob }],
  ['another birth date under the same name', { name, phone, dob: '1985-07-09' }],
  ['another birth date under a similar name', { name: 'A. Rao', phone, dob: '2015-03-01' }],
  ['the e-mail alone', { email }],
  ['birth date and phone', { dob, phone }],
  ['another birth date and the phone', { dob: '2015-03-01', phone }],
  ['Aadhaar, whatever the name', { name: 'Asha Verma', aadhaar }],
  ['PAN, whatever the name', { name: 'Asha Verma', pan }],
  ['another spelling of a Google mailbox', { email: 'asha.rao.kyc+shop@googlemail.com' }],
  ['the plain name of the mailbox', { name, email: 'AshaRaoKyc@gmail.com' }],
];
const GMAIL = 'asha.raokyc@gmail.com';
const OTHERS: [string, Record<string, string>][] = [
  ['a family member with the phone', { name: 'Vikram Rao', phone, email }],
  ['somebody else with the phone and another PAN', { name, phone, pan: 'BXYPR1234K' }],
  ['somebody with the same name alone', { name, dob }],
];

describe.each([
  ['withdrew the purpose', 'CONSENT_WITHDRAWN', withdrawn],
  ['was erased', 'ERASED_EARLIER', erased],
])('who %s', (_, reason, refuse) => {
  it.each(SAME)('is refused by %s', async (_case, fields) => {
    const spelling = String(fields.email).includes('@g') ? GMAIL : email;
    await refuse({ name, phone, email: spelling, dob, aadhaar, pan });
    expect([await reasonOf(fields), await batch(fields)]).toEqual([reason, reason]);
    expect(await reasonOf(fields, { externalId: 'NEW-1' })).toBe(reason);
  });

  it.each(OTHERS)('does not refuse %s', async (_case, fields) => {
    await refuse({ name, phone, email, dob, aadhaar, pan });
    expect([await reasonOf(fields), await batch(fields)]).toEqual(['created', 'created']);
  });

  it('is found behind an external id, too', async () => {
    await refuse({ name, phone }, 'OLD-1');
    expect(await reasonOf({ name, phone }, { externalId: 'NEW-1' })).toBe(reason);
    expect(await batch({ name, phone })).toBe(reason);
  });

  it('is not found in another company', async () => {
    await refuse({ name, phone });
    const details = only('marketing');
    const other = await vault.user([2]);
    const request = { companyId: 2, consentDetails: details, fields: { name, phone } };
    await expect(
      vault.records.createRecord(other, {
        ...request,
        externalId: undefined,
        individualId: undefined,
        afterErasure: undefined,
      }),
    ).resolves.toBeDefined();
  });
});

describe('a record of a person who withdrew or was erased', () => {
  it('gets the purposes that were not withdrawn', async () => {
    await withdrawn({ name, phone });
    expect(await reasonOf({ name, phone }, { details: only('kyc') })).toBe('created');
    const { individualId } = await create({ name, phone }, { details: consent('marketing', ['support']) });
    expect((await revealed(individualId, 'support'))?.fields).toEqual({ name, phone });
    expect((await revealed(individualId, 'marketing'))?.refused).toEqual({
      name: 'PURPOSE_NOT_COVERED',
      phone: 'PURPOSE_NOT_COVERED',
    });
  });

  it('counts again after a consent that is dated later than the withdrawal', async () => {
    await withdrawn({ name, phone });
    const before = new Date(Date.now() - 86_400_000);
    expect(await reasonOf({ name, phone }, { details: only('marketing', before) })).toBe('CONSENT_WITHDRAWN');
    const { individualId } = await create({ name, phone }, { details: only('marketing', new Date()) });
    expect((await revealed(individualId, 'marketing'))?.fields).toEqual({ name, phone });
    // The consent is the person's, not that record's.
    expect([await reasonOf({ name, phone }), await batch({ name, phone })]).toEqual(['created', 'created']);
  });

  it('returns after an erasure as a new relationship, and then stays', async () => {
    const individualId = await erased({ name, phone, aadhaar });
    const [kept] = await vault.sql<{ traits: object }>('SELECT traits FROM vault.erased_traits');
    const macs: string[] = [];
    JSON.stringify(kept?.traits, (_, value: unknown) => {
      if (typeof value === 'string') macs.push(value);
      return value;
    });
    expect(macs).toHaveLength(6);
    for (const mac of macs) expect(mac).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(await reasonOf({ name, phone }, { afterErasure: 'create' })).toBe('created');
    expect([await reasonOf({ name, phone }), await batch({ name, phone })]).toEqual(['created', 'created']);
    expect(individualId).toBeGreaterThan(0);
  });

  it('stays refused while another record of the erased person lives', async () => {
    await create({ name, phone }, { externalId: 'A-1' });
    await erased({ name, phone }, 'A-2');
    expect(await reasonOf({ name, phone })).toBe('ERASED_EARLIER');
  });

  it('is erased although its values are damaged, and then found by its numbers', async () => {
    const { individualId } = await create({ name, phone, pan });
    await vault.sql(
      `UPDATE vault.pii_fields SET ciphertext = ciphertext || '\\x00' WHERE individual_id = $1 AND field_type = 5`,
      [individualId],
    );
    await vault.erasures.eraseIndividual(owner, { companyId: 1, individualId, reason: 'asked for it' });
    expect(await reasonOf({ name: 'Asha Verma', pan })).toBe('ERASED_EARLIER');
    expect(await reasonOf({ name: 'Vikram Rao', phone })).toBe('created');
  });

  it('is found by its phone after an erasure without a name', async () => {
    await erased({ phone });
    expect(await reasonOf({ name, phone })).toBe('ERASED_EARLIER');
  });

  it('answers a repeated call as the first, whatever was withdrawn since', async () => {
    const request = {
      companyId: 1,
      consentDetails: only('marketing'),
      fields: { name, phone },
      externalId: undefined,
      individualId: undefined,
      afterErasure: undefined,
    };
    const keyed = { ...owner, idempotencyKey: 'before-the-withdrawal' };
    const { individualId } = await vault.records.createRecord(keyed, request);
    const withdrawal = { companyId: 1, individualId, purpose: 'marketing', fieldTypes: [] };
    await vault.consents.withdrawConsent(owner, withdrawal);
    expect((await vault.records.createRecord(keyed, request)).individualId).toBe(individualId);
  });
});

describe('an import', () => {
  let world: ImportWorld;
  beforeAll(async () => {
    world = await importWorld();
  });
  afterAll(() => world.stop());
  afterEach(() => world.clear());

  const ctx = userCtx([COMPANY]);
  const imported = async (file: string, options = {}) => {
    const created = await world.upload(file, options);
    await world.process()();
    return { summary: await world.summary(created), errors: await world.errors(created) };
  };
  const idOf = async (externalOrder: number) => {
    const rows = await world.sql<{ id: number }>('SELECT id FROM vault.individuals ORDER BY id');
    return rows[externalOrder]?.id ?? 0;
  };
  const withdrawOf = (individualId: number, purpose: string, fieldTypes: string[] = []) =>
    world.db.tenant({ companies: [COMPANY] }, (tx) =>
      withdraw(tx, ctx, { companyId: COMPANY, individualId, purpose, fieldTypes }, new Date()),
    );

  it('without ids holds back the rows of a person who withdrew, and stores the others', async () => {
    await imported('name,phone\nAsha Rao,9833012345\nMeena Iyer,9822012345\n');
    await withdrawOf(await idOf(0), 'kyc');
    const next = 'name,phone\nMeena Iyer,9822012399\nRao Asha,9833012345\nVikram Rao,9833012345\n';
    const { summary, errors } = await imported(next);
    expect(summary).toMatchObject({ accepted: 2, rejected: 1 });
    expect(errors).toEqual(['2  CONSENT_WITHDRAWN']);
  });

  it('leaves out the columns for which the purpose is withdrawn', async () => {
    await imported('name,phone\nAsha Rao,9833012345\n');
    await withdrawOf(await idOf(0), 'kyc', ['phone']);
    const { summary, errors } = await imported('name,phone\nAsha Rao,9833012345\n,\n', { fileName: 'b.csv' });
    expect(summary).toMatchObject({ accepted: 1, rejected: 0 });
    expect(errors).toEqual(['1 phone CONSENT_WITHDRAWN']);
  });

  it('does not change another record of a person who withdrew', async () => {
    await imported('external_id,name,pan\nA-1,Asha Rao,ABCPR1234F\nA-2,Asha Rao,ABCPR1234F\n');
    await withdrawOf(await idOf(0), 'kyc');
    const { summary, errors } = await imported(
      'external_id,name,pan,email\nA-2,Asha Rao,ABCPR1234F,asha@mail.example\n',
    );
    expect(summary).toMatchObject({ accepted: 0, rejected: 1 });
    expect(errors).toEqual(['1  CONSENT_WITHDRAWN']);
  });

  const eraseOf = async (individualId: number) => {
    const { keys, db, withIdentities } = world;
    const floor = () => new Date(Date.now() + 86_400_000);
    const replays = replayRevocations({ keys, db, withIdentities, floor, wakeJob: () => undefined });
    const one = { companyId: COMPANY, individualId, fieldNames: [], purpose: '', objectIds: {} };
    return await replays.data_erase?.(ctx, { ...one, action: 'data_erase', at: new Date() });
  };

  it.each([
    ['one file', false],
    ['two files', true],
  ])('holds back an erased person in two rows with a new id, of %s', async (_, apart) => {
    await imported('name,phone\nAsha Rao,9833012345\n');
    await eraseOf(await idOf(0));
    const head = 'external_id,name,phone,email\n';
    const first = 'N-1,Asha Rao,,\nN-2,Vikram Rao,,\n';
    const next = 'N-1,,9833012345,\nN-2,,9833012345,\n';
    if (apart) await imported(head + first);
    const { errors } = await imported(head + (apart ? next : first + next));
    expect(errors).toEqual([`${apart ? 1 : 3} phone ERASED_EARLIER`]);
  });

  it('lets a person who returned after the erasure be updated', async () => {
    await imported('name,phone,email\nAsha Rao,9833012345,asha@mail.example\n');
    await eraseOf(await idOf(0));
    const back = 'external_id,name,phone\nN-1,Asha Rao,9833012345\n';
    expect((await imported(back, { afterErasure: 'create' })).errors).toEqual([]);
    const next = 'external_id,name,email\nN-1,Asha Rao,asha@mail.example\n';
    expect((await imported(next)).errors).toEqual([]);
  });

  it('holds back a person whose erasure was repeated after a restore', async () => {
    await imported('name,phone\nAsha Rao,9833012345\n');
    const { keys, db, withIdentities } = world;
    const floor = () => new Date(Date.now() + 86_400_000);
    const replays = replayRevocations({ keys, db, withIdentities, floor, wakeJob: () => undefined });
    const revocation = {
      action: 'data_erase' as const,
      at: new Date(),
      companyId: COMPANY,
      individualId: await idOf(0),
      fieldNames: [],
      purpose: '',
      objectIds: {},
    };
    expect(await replays.data_erase?.(ctx, revocation)).toBe('done');
    expect(await replays.data_erase?.(ctx, revocation)).toBe('already');
    const next = 'name,phone\nAsha Rao,9833012345\nVikram Rao,9833012345\n';
    expect((await imported(next)).errors).toEqual(['1 phone ERASED_EARLIER']);
    expect((await imported(next, { afterErasure: 'create' })).summary).toMatchObject({ accepted: 2 });
  });
});
