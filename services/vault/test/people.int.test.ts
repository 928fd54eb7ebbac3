import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;

beforeAll(async () => {
  world = await vaultWorld();
  owner = await world.user([1, 2]);
});
afterAll(() => world.stop());

const record = (
  fields: Record<string, string> = ASHA,
  rest: { externalId?: string; individualId?: number; companyId?: number } = {},
) => ({
  companyId: 1,
  consentDetails: consent(),
  fields,
  externalId: undefined,
  individualId: undefined,
  ...rest,
});
const create = (ctx: Ctx, request = record()) => world.records.createRecord(ctx, request);
const get = (ctx: Ctx, individualId: number, purpose?: string) =>
  world.individuals.getIndividual(ctx, { individualId, companyId: undefined, purpose });
const shown = (fields: readonly { fieldType: string; value: string }[]) =>
  Object.fromEntries(fields.map((field) => [field.fieldType, field.value]));
const reveal = (individualIds: number[], purpose: string, fieldTypes: string[] = []) =>
  world.records.revealRecords(owner, { companyId: 1, individualIds, fieldTypes, purpose });

describe('one person', () => {
  it('is shown masked, and raw for a purpose that consent covers', async () => {
    const { individualId } = await create(owner);
    const masked = await get(owner, individualId);
    expect(shown(masked.fields)).toEqual({
      name: 'XXXX-MASKED',
      pan: 'XXXXX234F',
      email: 'as***@example.in',
      phone: 'XXXXX43201',
      dob: 'XXXX-MASKED',
      aadhaar: 'XXXX-XXXX-2346',
    });
    expect(masked.fields.every((field) => field.masked)).toBe(true);
    expect(masked.fields[0]?.consentDetails).toMatchObject({ purpose: 'kyc', alsoFor: ['support'] });
    expect(masked.individual).toMatchObject({ completenessPercentage: 86, companyIds: [1] });
    const raw = await get(owner, individualId, 'support');
    expect(shown(raw.fields)).toEqual(ASHA);
    expect(raw.fields.some((field) => field.masked)).toBe(false);
  });

  it('is refused for another purpose, and the refusal writes an entry', async () => {
    const { individualId } = await create(owner);
    await expect(get(owner, individualId, 'marketing')).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      reason: 'PURPOSE_REFUSED',
    });
    const entry = (await world.entries()).findLast((one) => one.decision === 'refused');
    expect(entry).toMatchObject({
      individualId,
      purpose: 'marketing',
      reason: 'PURPOSE_NOT_COVERED',
      requestId: 'test-request',
    });
    await expect(get(owner, individualId, 'Marketing!')).rejects.toMatchObject({ reason: 'PURPOSE_INVALID' });
  });

  it('is masked for a caller without pii:reveal whatever purpose it names', async () => {
    const { individualId } = await create(owner);
    const analyst = await world.user([1], ['pii:read']);
    const seen = await get(analyst, individualId, 'kyc');
    expect(seen.fields.every((field) => field.masked)).toBe(true);
  });

  it('lists every problem of its values by path, and repeats no value', async () => {
    const bad = create(owner, record({ ...ASHA, pan: 'NOT-A-PAN', aadhaar: '234123412345', email: 'x' }));
    const error = await bad.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'FIELD_INVALID' });
    const details = (error as { details: { path: string }[] }).details.map((one) => one.path);
    expect(details.sort()).toEqual(['fields.aadhaar', 'fields.email', 'fields.pan']);
    expect(JSON.stringify(error)).not.toMatch(/NOT-A-PAN|234123412345/);
  });

  it('has one external id in its company', async () => {
    const first = await create(owner, record(ASHA, { externalId: 'E-1' }));
    await expect(create(owner, record(ASHA, { externalId: 'E-1' }))).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      reason: 'EXTERNAL_ID_EXISTS',
    });
    await expect(create(owner, record(ASHA, { externalId: 'E-1', companyId: 2 }))).resolves.toBeDefined();
    const again = await create(
      owner,
      record({ name: 'Asha R Rao' }, { externalId: 'E-1', individualId: first.individualId }),
    );
    expect(again).toMatchObject({
      individualId: first.individualId,
      fieldIds: { name: first.fieldIds.name },
    });
    const parallel = await Promise.allSettled(
      Array.from({ length: 8 }, () => create(owner, record(ASHA, { externalId: 'E-2' }))),
    );
    expect(parallel.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });

  it('gets a row with the same id and master key in a second company of its writer', async () => {
    const first = await create(owner);
    const second = await create(
      owner,
      record({ name: 'Asha Rao' }, { companyId: 2, individualId: first.individualId }),
    );
    expect(second).toMatchObject({ individualId: first.individualId, masterKey: first.masterKey });
    const both = await get(owner, first.individualId);
    expect(both.individual?.companyIds).toEqual([1, 2]);
    expect(both.fields.filter((field) => field.companyId === 2)).toHaveLength(1);
    const stranger = await world.user([2]);
    const other = await create(owner);
    await expect(
      create(stranger, record(ASHA, { companyId: 2, individualId: other.individualId })),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is created once per Idempotency-Key', async () => {
    const keyed = { ...owner, idempotencyKey: 'one-and-only' };
    const [first, second] = [await create(keyed), await create(keyed)];
    expect(second).toEqual(first);
    await expect(create(keyed, record({ name: 'Other' }))).rejects.toMatchObject({
      reason: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('without fields keeps its given master key, which is unique', async () => {
    const masterKey = '01234567-89ab-4cde-8f01-23456789abcd';
    const make = (companyId: number) =>
      world.individuals.createIndividual(owner, { companyId, masterKey, dataQualityScore: 40 });
    expect((await make(1)).individual).toMatchObject({ masterKey, dataQualityScore: 40 });
    await expect(make(1)).rejects.toMatchObject({ reason: 'MASTER_KEY_EXISTS' });
    await expect(make(2)).rejects.toMatchObject({ reason: 'MASTER_KEY_EXISTS' });
  });
});

describe('many people', () => {
  it('an invalid record is rejected without the rest of its batch', async () => {
    const records = Array.from({ length: 450 }, (_, n) => ({
      fields: { name: `Person ${n}`, phone: `+9198765${String(10000 + n)}` },
      externalId: `B-${n}`,
    }));
    records[3] = { fields: { name: 'Bad', phone: '12' }, externalId: 'B-3' };
    records[4] = { fields: { name: 'Person', phone: '+919876510000' }, externalId: 'B-0' };
    const { results } = await world.records.createRecords(owner, {
      companyId: 1,
      consentDetails: consent(),
      records,
    });
    expect(results.map((one) => one.index)).toEqual(records.map((_, n) => n));
    const rejected = results.filter((one) => one.status === 'rejected');
    expect(rejected.map((one) => [one.index, one.errors[0]?.path, one.errors[0]?.reason])).toEqual([
      [3, 'phone', 'PHONE_INVALID'],
      [4, 'externalId', 'EXTERNAL_ID_EXISTS'],
    ]);
    const ids = results.flatMap((one) => one.individualId ?? []);
    const { records: revealed } = await reveal(ids.slice(0, 200), 'kyc', ['name']);
    expect(revealed).toHaveLength(200);
    expect(revealed[0]).toMatchObject({ individualId: ids[0], fields: { name: 'Person 0' }, refused: {} });
    const entries = await world.entries();
    const mine = new Set(ids.slice(0, 200));
    expect(
      entries.filter((one) => one.action === 'field_decrypt' && mine.has(one.individualId ?? 0)),
    ).toHaveLength(200);
  });

  it('have an entry each, which names exactly the fields shown or refused', async () => {
    const make = async (fields: Record<string, string>) => (await create(owner, record(fields))).individualId;
    const both = await make({ name: 'Both Shown', email: 'both@shown.example' });
    const [one, another] = [await make({ name: 'Name Only' }), await make({ name: 'Name Too' })];
    const withdrawn = await make({ name: 'Name Gone' });
    const request = { companyId: 1, individualId: withdrawn, purpose: 'kyc', fieldTypes: [] };
    await world.consents.withdrawConsent(owner, request);
    const before = (await world.entries()).length;
    const { records } = await reveal([another, both, 999_999, withdrawn, one], 'kyc');
    expect(records).toEqual([
      { individualId: another, fields: { name: 'Name Too' }, refused: {} },
      { individualId: both, fields: { name: 'Both Shown', email: 'both@shown.example' }, refused: {} },
      { individualId: withdrawn, fields: {}, refused: { name: 'CONSENT_WITHDRAWN' } },
      { individualId: one, fields: { name: 'Name Only' }, refused: {} },
    ]);
    const summaries = (await world.entries()).slice(before).map((entry) => ({
      who: entry.individualId,
      others: entry.individualIds,
      purpose: entry.purpose,
      fields: entry.fieldNames,
      ticket: entry.ticket,
      reason: entry.reason,
    }));
    const shown = (who: number, fields: string[]) => ({
      who,
      others: [],
      purpose: 'kyc',
      fields,
      ticket: 'reveal',
      reason: '',
    });
    expect(summaries).toEqual([
      shown(another, ['name']),
      shown(both, ['email', 'name']),
      { ...shown(withdrawn, ['name']), ticket: 'none', reason: 'CONSENT_WITHDRAWN' },
      shown(one, ['name']),
    ]);
  });

  it('are refused in numbers above the limits', async () => {
    const tooMany = world.records.createRecords(owner, {
      companyId: 1,
      consentDetails: consent(),
      records: Array.from({ length: 1001 }, () => ({ fields: {}, externalId: undefined })),
    });
    await expect(tooMany).rejects.toMatchObject({ reason: 'TOO_MANY' });
    await expect(
      reveal(
        Array.from({ length: 201 }, (_, n) => n + 1),
        'kyc',
      ),
    ).rejects.toMatchObject({ reason: 'TOO_MANY' });
  });

  it('that do not exist are omitted, and fields that consent does not cover are refused by name', async () => {
    const { individualId } = await create(owner);
    expect((await reveal([individualId, 999_999], 'marketing')).records).toEqual([
      {
        individualId,
        fields: {},
        refused: Object.fromEntries(Object.keys(ASHA).map((type) => [type, 'PURPOSE_NOT_COVERED'])),
      },
    ]);
  });
});

describe('keys and checks', () => {
  it('opens a company key once for any number of callers', async () => {
    const calls = world.crypto.calls;
    await Promise.all(Array.from({ length: 40 }, () => create(owner, record(ASHA, { companyId: 2 }))));
    expect(world.crypto.calls - calls).toBeLessThanOrEqual(2);
  });

  it('the decrypt counter equals the number of values that entries allow', async () => {
    await world.entries();
    const counted = async () => {
      const ctx = world.asService('compliance');
      const { counts } = await world.stats.getRevealCounts(ctx, {
        from: new Date(0),
        to: new Date(Date.now() + 3_600_000),
        companyIds: [],
      });
      const of = (ticket: string) =>
        counts.filter((one) => one.ticket === ticket).reduce((sum, one) => sum + one.values, 0);
      return { reveal: of('reveal'), view: of('view') };
    };
    const entered = { reveal: 0, view: 0 };
    for (const entry of await world.entries()) {
      if (entry.decision !== 'allowed' || (entry.ticket !== 'reveal' && entry.ticket !== 'view')) continue;
      const values = entry.counts.values;
      entered[entry.ticket] +=
        values === undefined ? entry.fieldNames.length * Math.max(1, entry.individualIds.length) : values;
    }
    expect(entered.reveal).toBeGreaterThan(100);
    expect(await counted()).toEqual(entered);
  });

  it('the check accepts stored rows, and finds a planted plaintext', async () => {
    const sample = () =>
      world.stats.sampleStorage(world.asService('compliance', 1), { companyId: 1, size: 1000 });
    const clean = await sample();
    expect(clean.sampled).toBeGreaterThan(50);
    expect(clean).toMatchObject({ wellFormed: clean.sampled, suspicious: 0, failedFieldIds: [] });
    await world.sql(
      `UPDATE vault.pii_fields SET ciphertext = overlay(ciphertext PLACING 'ABCPR1234F' FROM 22) WHERE company_id = 1`,
    );
    expect((await sample()).suspicious).toBeGreaterThan(50);
  });
});
