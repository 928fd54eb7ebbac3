import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { FIELD_TYPES } from '@pii-vault/platform/domain/field-types/field-type';
import { FeaturesForm } from '@pii-vault/proto/vault/v1/features';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ReadFeatures, readFeatures } from './read-features.ts';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;
let lineage: Ctx;

const FRAUD = 'cross:5';
const FRAUD_WITH_AADHAAR = 'cross:6';
const WHOLE: Record<string, string> = {
  ...ASHA,
  address: '12 MG Road, Bengaluru, Karnataka 560001',
  bank_account: '001234567890',
  other_id: 'Z-123457',
};

beforeAll(async () => {
  world = await vaultWorld();
  world.tenancy.agreements = [
    { id: 5, companies: [1, 2], purpose: 'fraud', includeAadhaar: false },
    { id: 6, companies: [1, 2], purpose: 'fraud', includeAadhaar: true },
  ];
  owner = await world.user([1, 2]);
  lineage = world.asService('lineage', 1);
});
afterAll(() => world.stop());
beforeEach(() => world.forgetPeople());

async function create(fields: Record<string, string>, purposes = ['fraud'], companyId = 1) {
  const { individualId } = await world.records.createRecord(owner, {
    companyId,
    consentDetails: consent('kyc', purposes),
    fields,
    externalId: undefined,
    individualId: undefined,
  });
  return individualId;
}

async function features(individualId: number, scope: string, companyId = 1, as = lineage) {
  const value = { items: [{ individualId, version: 1 }] };
  const selection = { $case: 'individuals' as const, value };
  const people: ReadFeatures[] = [];
  const request = {
    companyId,
    scopes: [scope],
    encodingVersion: 0,
    form: FeaturesForm.FEATURES_FORM_ROWS,
    selection,
  };
  for await (const batch of world.features.pullFeatures(as, request))
    people.push(...batch.features.map(readFeatures));
  const [one] = people;
  if (one === undefined) throw new Error('The vault answered nobody');
  // These differ between people with equal values.
  const { individualId: _, version: __, scope: ___, ...encoded } = one;
  return encoded;
}

const without = (...types: readonly string[]) =>
  Object.fromEntries(Object.entries(WHOLE).filter(([type]) => !types.includes(type)));

const withdraw = (individualId: number, fieldTypes: string[]) =>
  world.consents.withdrawConsent(owner, { companyId: 1, individualId, purpose: 'fraud', fieldTypes });

describe('features under an agreement', () => {
  it.each(FIELD_TYPES)('know nothing of a value of type %s that consent does not cover', async (type) => {
    const held = await create(without(type));
    await world.fields.createField(owner, {
      companyId: 1,
      individualId: held,
      fieldType: type,
      plainValue: WHOLE[type] ?? '',
      consentDetails: consent('kyc', []),
      retentionExpiry: undefined,
      sourceContext: undefined,
    });
    const [never, covered] = [await create(without(type)), await create(WHOLE)];
    const found = await features(held, FRAUD_WITH_AADHAAR);
    expect(found).toEqual(await features(never, FRAUD_WITH_AADHAAR));
    expect(found).not.toEqual(await features(covered, FRAUD_WITH_AADHAAR));
    expect(await features(held, 'intra:1')).toEqual(await features(covered, 'intra:1'));
  });

  it('are the same in both companies, so that they can be compared', async () => {
    const [here, there] = [await create(WHOLE), await create(WHOLE, ['fraud'], 2)];
    expect(await features(here, FRAUD)).toEqual(
      await features(there, FRAUD, 2, world.asService('lineage', 2)),
    );
  });

  it('exclude Aadhaar unless the agreement includes it', async () => {
    const id = await create(WHOLE);
    const types = async (scope: string) => (await features(id, scope)).handles.map(({ kind }) => kind);
    expect(await types(FRAUD)).toEqual(['pan', 'phone', 'email', 'bank_account', 'other_id']);
    expect(await types(FRAUD_WITH_AADHAAR)).toContain('aadhaar');
    const only = await create({ aadhaar: ASHA.aadhaar });
    expect(await features(only, FRAUD)).toMatchObject({ gone: true, handles: [], tokens: [] });
  });

  it('lose a field whose consent is withdrawn, and the person with the last one', async () => {
    const id = await create(WHOLE);
    await withdraw(id, ['name', 'phone']);
    expect(await features(id, FRAUD)).toEqual(await features(await create(without('name', 'phone')), FRAUD));
    await withdraw(id, []);
    const gone = await features(id, FRAUD);
    expect(gone).toMatchObject({ gone: true, handles: [], tokens: [], isNameFull: false });
    expect(gone.filters).toEqual(['', '', '']);
    expect(await features(id, 'intra:1')).toMatchObject({ gone: false });
  });

  it('contain the time when the first value loses its last consent by expiry', async () => {
    const [kyc, fraud] = ['2031-01-01T00:00:00.000Z', '2032-01-01T00:00:00.000Z'].map((at) => new Date(at));
    const id = await create(without('dob'));
    expect((await features(id, 'intra:1')).consentEndsAt).toBeUndefined();
    const add = (purpose: string, expiresAt: Date | undefined, alsoFor: string[] = []) =>
      world.fields.createField(owner, {
        companyId: 1,
        individualId: id,
        fieldType: 'dob',
        plainValue: ASHA.dob,
        consentDetails: { ...consent(purpose, alsoFor), expiresAt },
        retentionExpiry: undefined,
        sourceContext: undefined,
      });
    await add('kyc', kyc);
    expect((await features(id, 'intra:1')).consentEndsAt).toEqual(kyc);
    expect((await features(id, FRAUD)).consentEndsAt).toBeUndefined();
    await add('fraud', fraud);
    expect((await features(id, 'intra:1')).consentEndsAt).toEqual(fraud);
    expect((await features(id, FRAUD)).consentEndsAt).toEqual(fraud);
    await add('support', undefined);
    expect((await features(id, 'intra:1')).consentEndsAt).toBeUndefined();
    expect((await features(id, FRAUD)).consentEndsAt).toEqual(fraud);
  });

  it('say inside a company whether a value lacks a live consent for every purpose', async () => {
    const id = await create(WHOLE);
    expect(await features(id, 'intra:1')).toMatchObject({ withheld: false });
    await withdraw(id, ['dob']);
    expect(await features(id, 'intra:1')).toMatchObject({ withheld: false });
    const { withdrawConsent } = world.consents;
    await withdrawConsent(owner, { companyId: 1, individualId: id, purpose: 'kyc', fieldTypes: ['dob'] });
    expect(await features(id, 'intra:1')).toMatchObject({ gone: false, withheld: true });
    expect(await features(id, FRAUD)).toMatchObject({ withheld: false });
  });

  it('share nothing with the features of another agreement or of a company', async () => {
    const id = await create(WHOLE);
    const all = await Promise.all(['intra:1', FRAUD, FRAUD_WITH_AADHAAR].map((scope) => features(id, scope)));
    const keys = all.flatMap(({ handles, tokens }) => [...handles, ...tokens].map(({ key }) => key));
    expect(keys.length).toBeGreaterThan(40);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(all.flatMap(({ filters }) => filters)).size).toBe(9);
  });

  it('use the requested encoding or are refused', async () => {
    const id = await create(WHOLE);
    const pull = async (encodingVersion: number, form: FeaturesForm = FeaturesForm.FEATURES_FORM_ROWS) => {
      const people: ReadFeatures[] = [];
      const value = { items: [{ individualId: id, version: 1 }] };
      const selection = { $case: 'individuals' as const, value };
      const request = { companyId: 1, scopes: [], encodingVersion, form, selection };
      for await (const batch of world.features.pullFeatures(lineage, request))
        people.push(...batch.features.map(readFeatures));
      return people;
    };
    expect(await pull(4)).toEqual(await pull(0));
    expect((await pull(4)).every((one) => one.encodingVersion === 4)).toBe(true);
    for (const unknown of [3, 5, -1])
      await expect(pull(unknown)).rejects.toMatchObject({
        code: 'FAILED_PRECONDITION',
        reason: 'ENCODING_UNKNOWN',
      });
    // A lineage service of the previous version requests an unspecified form and cannot read these.
    await expect(pull(0, FeaturesForm.FEATURES_FORM_UNSPECIFIED)).rejects.toMatchObject({
      reason: 'FORM_UNKNOWN',
    });
  });
});

describe('people whose comparison levels may be read', () => {
  const consenting = async (individualId: number, purpose: string) =>
    (
      await world.features.listConsenting(world.asService('lineage', 1), {
        companyId: 1,
        individualIds: [individualId],
        purpose,
      })
    ).individualIds;

  it('consent to the purpose for each value that could link; a purpose is required', async () => {
    const writer = await world.user([1, 2]);
    owner = writer;
    const person = await create(WHOLE);
    expect(await consenting(person, 'fraud')).toEqual([person]);
    await expect(consenting(person, '')).rejects.toMatchObject({ reason: 'PURPOSE_REQUIRED' });
    expect(await consenting(person, 'marketing')).toEqual([]);
    const withdraw = (purpose: string, fieldTypes: string[]) =>
      world.consents.withdrawConsent(writer, { companyId: 1, individualId: person, purpose, fieldTypes });
    await withdraw('fraud', ['dob']);
    expect(await consenting(person, 'fraud')).toEqual([]);
    expect(await consenting(person, 'kyc')).toEqual([person]);
    await withdraw('kyc', []);
    expect(await consenting(person, 'kyc')).toEqual([]);
  });
});
