import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { ConsentDetails } from '@pii-vault/proto/vault/v1/consents';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;

beforeAll(async () => {
  world = await vaultWorld({ VAULT_RETENTION_FLOOR_DAYS: '0' });
  owner = await world.user([1]);
});
afterAll(() => world.stop());
beforeEach(() => world.forgetPeople());

const record = (fields: Record<string, string>, details = consent(), individualId?: number) =>
  world.records.createRecord(owner, {
    companyId: 1,
    consentDetails: details,
    fields,
    externalId: undefined,
    individualId,
    afterErasure: undefined,
  });
const only = (purpose: string, date?: Date): ConsentDetails => ({ ...consent(purpose, []), date });
const withdraw = (individualId: number, purpose: string, fieldTypes: string[] = []) =>
  world.consents.withdrawConsent(owner, { companyId: 1, individualId, purpose, fieldTypes });
const history = async (individualId: number) =>
  (await world.consents.listConsents(owner, { companyId: 1, id: individualId })).consents;

/** Raw values by type for a purpose; refusals by type. */
async function revealed(individualId: number, purpose: string) {
  const request = { companyId: 1, individualIds: [individualId], fieldTypes: [], purpose };
  const [one] = (await world.records.revealRecords(owner, request)).records;
  return { fields: one?.fields, refused: one?.refused };
}

describe('a further purpose', () => {
  it('adds to the first and stores no value again', async () => {
    const { individualId, fieldIds } = await record({ phone: ASHA.phone, name: ASHA.name }, only('kyc'));
    await record({ phone: ASHA.phone }, only('marketing'), individualId);
    expect(await revealed(individualId, 'kyc')).toEqual({
      fields: { phone: ASHA.phone, name: ASHA.name },
      refused: {},
    });
    expect(await revealed(individualId, 'marketing')).toEqual({
      fields: { phone: ASHA.phone },
      refused: { name: 'PURPOSE_NOT_COVERED' },
    });
    const request = { fieldId: fieldIds.phone ?? 0, purpose: 'kyc' };
    expect((await world.fields.getFieldHistory(owner, request)).versions).toHaveLength(1);
    expect(
      (await history(individualId)).map(({ details, fieldTypes }) => [details?.purpose, fieldTypes]),
    ).toEqual([
      ['kyc', []],
      ['marketing', ['phone']],
    ]);
  });

  it('stays with a corrected value, but not with a value that was deleted before', async () => {
    const { individualId, fieldIds } = await record({ phone: ASHA.phone }, only('kyc'));
    await record({ phone: '+919876543202' }, only('marketing'), individualId);
    expect((await revealed(individualId, 'kyc')).fields).toEqual({ phone: '+919876543202' });
    await world.fields.deleteField(owner, { fieldId: fieldIds.phone ?? 0 });
    await record({ phone: ASHA.phone }, only('marketing'), individualId);
    expect((await revealed(individualId, 'kyc')).refused).toEqual({ phone: 'PURPOSE_NOT_COVERED' });
    expect((await revealed(individualId, 'marketing')).fields).toEqual({ phone: ASHA.phone });
  });

  it('changes nothing if the field already has it under the same notice', async () => {
    const { individualId } = await record(ASHA, consent());
    await record({ phone: ASHA.phone }, only('support'), individualId);
    expect(await history(individualId)).toHaveLength(1);
    await record({ phone: ASHA.phone }, { ...only('support'), noticeVersion: 'v2' }, individualId);
    expect(await history(individualId)).toHaveLength(2);
  });
});

describe('a withdrawn purpose', () => {
  it('stays withdrawn after a record without a stated date, whatever the record contains', async () => {
    const { individualId } = await record(ASHA);
    await withdraw(individualId, 'kyc');
    const changed = { ...ASHA, phone: '+919876543202' };
    await expect(record(changed, only('kyc'), individualId)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'CONSENT_WITHDRAWN',
    });
    const field = { companyId: 1, individualId, fieldType: 'phone', plainValue: changed.phone };
    const call = world.fields.createField(owner, {
      ...field,
      consentDetails: only('kyc'),
      retentionExpiry: undefined,
      sourceContext: undefined,
    });
    await expect(call).rejects.toMatchObject({ reason: 'CONSENT_WITHDRAWN' });
    expect((await revealed(individualId, 'support')).fields).toMatchObject({ phone: ASHA.phone });
    expect(await history(individualId)).toHaveLength(2);
  });

  it('is skipped, while the other purposes of the record apply, also those in alsoFor', async () => {
    const { individualId } = await record({ phone: ASHA.phone });
    await withdraw(individualId, 'kyc');
    await record({ phone: '+919876543202' }, consent('kyc', ['fraud']), individualId);
    await record({ email: ASHA.email }, consent('fraud', ['kyc']), individualId);
    expect((await revealed(individualId, 'fraud')).fields).toEqual({
      phone: '+919876543202',
      email: ASHA.email,
    });
    expect((await revealed(individualId, 'kyc')).refused).toEqual({
      phone: 'CONSENT_WITHDRAWN',
      email: 'PURPOSE_NOT_COVERED',
    });
    const given = (await history(individualId)).map(({ kind, details }) => [
      kind,
      details?.purpose,
      details?.alsoFor,
    ]);
    expect(given).toEqual([
      ['given', 'kyc', ['support']],
      ['withdrawn', 'kyc', []],
      ['given', 'fraud', []],
      ['given', 'fraud', []],
    ]);
  });

  it('is consented again by a stated date after the withdrawal, and the history shows all three', async () => {
    const { individualId } = await record({ phone: ASHA.phone });
    const { withdrawnAt } = await withdraw(individualId, 'kyc');
    const before = new Date(Number(withdrawnAt) - 1);
    const after = new Date(Number(withdrawnAt) + 1);
    await expect(record({ phone: ASHA.phone }, only('kyc', before), individualId)).rejects.toMatchObject({
      reason: 'CONSENT_WITHDRAWN',
    });
    await record({ phone: ASHA.phone }, only('kyc', after), individualId);
    expect((await revealed(individualId, 'kyc')).fields).toEqual({ phone: ASHA.phone });
    expect((await history(individualId)).map(({ kind, details }) => [kind, details?.date])).toEqual([
      ['given', expect.any(Date)],
      ['withdrawn', withdrawnAt],
      ['given', after],
    ]);
  });

  it('applies to people without a consent to it, and to later fields', async () => {
    const { individualId } = await record({ phone: ASHA.phone }, only('kyc'));
    expect((await withdraw(individualId, 'marketing')).fieldTypes).toEqual([]);
    expect(await history(individualId)).toHaveLength(2);
    await expect(record({ email: ASHA.email }, only('marketing'), individualId)).rejects.toMatchObject({
      reason: 'CONSENT_WITHDRAWN',
    });
  });

  it('causes a refusal, which names the field, when a field of the record has no purpose left', async () => {
    const { individualId } = await record(ASHA, only('kyc'));
    await withdraw(individualId, 'kyc', ['email']);
    const request = record(
      { email: 'new@mail.example.in', phone: '+919876543202' },
      only('kyc'),
      individualId,
    );
    await expect(request).rejects.toMatchObject({
      reason: 'CONSENT_WITHDRAWN',
      details: [{ path: 'fields.email' }],
    });
    expect((await revealed(individualId, 'kyc')).fields?.phone).toBe(ASHA.phone);
  });
});

describe('after the person consented again', () => {
  const again = async () => {
    const { individualId } = await record({ phone: ASHA.phone });
    const { withdrawnAt } = await withdraw(individualId, 'kyc');
    await record({ phone: ASHA.phone }, only('kyc', new Date(Number(withdrawnAt) + 1)), individualId);
    return individualId;
  };

  it('records without a date are accepted as before, for the types of that consent', async () => {
    const individualId = await again();
    await record({ phone: '+919876543202' }, only('kyc'), individualId);
    expect((await revealed(individualId, 'kyc')).fields).toEqual({ phone: '+919876543202' });
    await expect(record({ email: ASHA.email }, only('kyc'), individualId)).rejects.toMatchObject({
      reason: 'CONSENT_WITHDRAWN',
    });
  });

  it('a repeated withdrawal is recorded, so that a consent dated between the two does not count', async () => {
    const individualId = await again();
    const first = await withdraw(individualId, 'kyc');
    const second = await withdraw(individualId, 'kyc');
    const between = new Date(Number(first.withdrawnAt));
    expect(second.fieldTypes).toEqual([]);
    await expect(record({ phone: ASHA.phone }, only('kyc', between), individualId)).rejects.toMatchObject({
      reason: 'CONSENT_WITHDRAWN',
    });
  });

  it('a stated date is recorded although the notice is the same', async () => {
    const individualId = await again();
    await record({ phone: ASHA.phone }, only('kyc', new Date()), individualId);
    expect(await history(individualId)).toHaveLength(4);
  });

  it('a clock two seconds fast counts as now, and one that is minutes fast is refused', async () => {
    const { individualId } = await record({ phone: ASHA.phone });
    const { withdrawnAt } = await withdraw(individualId, 'kyc');
    const ahead = (ms: number) => only('kyc', new Date(Number(withdrawnAt) + ms));
    await expect(record({ phone: ASHA.phone }, ahead(240_000), individualId)).rejects.toMatchObject({
      reason: 'CONSENT_INVALID',
      details: [{ path: 'consentDetails.date', message: expect.stringContaining('in the future') }],
    });
    await record({ phone: ASHA.phone }, ahead(2_000), individualId);
    expect((await revealed(individualId, 'kyc')).fields).toEqual({ phone: ASHA.phone });
    const given = (await history(individualId)).at(-1)?.details?.date;
    expect(given?.getTime()).toBeLessThanOrEqual(Date.now());
    await withdraw(individualId, 'kyc');
    expect((await revealed(individualId, 'kyc')).refused).toEqual({ phone: 'CONSENT_WITHDRAWN' });
  });
});

it('a second purpose with a different context is a new version, and both contexts stay', async () => {
  const { individualId } = await record({ name: ASHA.name }, only('kyc'));
  const phone = {
    companyId: 1,
    individualId,
    fieldType: 'phone',
    plainValue: ASHA.phone,
    retentionExpiry: undefined,
  };
  const first = { ...phone, consentDetails: only('kyc'), sourceContext: '{"form":"A1"}' };
  const second = { ...phone, consentDetails: only('promo'), sourceContext: '{"form":"B2"}' };
  await world.fields.createField(owner, first);
  expect(await world.fields.createField(owner, second)).toMatchObject({ version: 2 });
  for (const purpose of ['kyc', 'promo'])
    expect((await revealed(individualId, purpose)).fields?.phone).toBe(ASHA.phone);
  const [row] = await world.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM vault.field_contexts WHERE individual_id = ${individualId}`,
  );
  expect(row?.n).toBe(2);
});

it('a value that replaces one past its retention can be read', async () => {
  const { individualId } = await record({ name: ASHA.name, phone: ASHA.phone }, only('kyc'));
  await world.sql(`UPDATE vault.pii_fields SET retention_expiry = now() - interval '1 second'
    WHERE individual_id = ${individualId} AND field_type = 4`);
  await record({ phone: '+919876543202' }, only('kyc'), individualId);
  expect((await revealed(individualId, 'kyc')).fields?.phone).toBe('+919876543202');
});

it('a retention limit stays when a later record states none', async () => {
  const { individualId } = await record({ name: ASHA.name }, only('kyc'));
  const retentionExpiry = new Date(Date.now() + 86_400_000);
  const field = { companyId: 1, individualId, fieldType: 'phone', plainValue: ASHA.phone };
  await world.fields.createField(owner, {
    ...field,
    consentDetails: only('kyc'),
    retentionExpiry,
    sourceContext: undefined,
  });
  await record({ phone: '+919876543202' }, only('kyc'), individualId);
  const person = await world.individuals.getIndividual(owner, {
    individualId,
    companyId: 1,
    purpose: 'kyc',
  });
  expect(person.fields.find((one) => one.fieldType === 'phone')).toMatchObject({
    value: '+919876543202',
    retentionExpiry,
  });
});
