import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { RecordChanged } from '@pii-vault/proto/vault/events/v1/vault_events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;

beforeAll(async () => {
  // Deleted fields are due at once, and the tests wake the job.
  world = await vaultWorld({ VAULT_RETENTION_FLOOR_DAYS: '0' });
  owner = await world.user([1]);
});
afterAll(() => world.stop());
beforeEach(() => world.forgetPeople());

const create = async (fields: Record<string, string> = ASHA) =>
  await world.records.createRecord(owner, {
    companyId: 1,
    consentDetails: consent(),
    fields,
    externalId: undefined,
    individualId: undefined,
  });
const field = (
  individualId: number,
  fieldType: string,
  plainValue: string,
  rest: { purpose?: string; retentionExpiry?: Date; sourceContext?: string; ifRowVersion?: number } = {},
) =>
  world.fields.createField(owner, {
    companyId: 1,
    individualId,
    fieldType,
    plainValue,
    consentDetails: consent(rest.purpose ?? 'kyc'),
    retentionExpiry: rest.retentionExpiry,
    sourceContext: rest.sourceContext,
    ifRowVersion: rest.ifRowVersion,
  });
const get = (fieldId: number, purpose?: string) => world.fields.getField(owner, { fieldId, purpose });
const person = (individualId: number, purpose?: string) =>
  world.individuals.getIndividual(owner, { individualId, companyId: 1, purpose });

describe('a correction that names the version it read', () => {
  const STALE = { code: 'FAILED_PRECONDITION', reason: 'STALE' };
  const correct = (ctx: Ctx, individualId: number | undefined, email: string, ifRowVersion: number) =>
    world.records.createRecord(ctx, {
      companyId: 1,
      consentDetails: consent(),
      fields: { email },
      externalId: undefined,
      individualId,
      ifRowVersion,
    });
  const versionOf = async (individualId: number) =>
    (await person(individualId)).individual?.recordVersion ?? 0;

  it('is written for the current version, which person and field state, and else refused', async () => {
    const { individualId, fieldIds } = await create();
    const id = fieldIds.email ?? 0;
    const { recordVersion } = await get(id);
    expect(recordVersion).toBe(await versionOf(individualId));
    await field(individualId, 'email', 'second@example.in', { ifRowVersion: recordVersion });
    const late = field(individualId, 'email', 'late@example.in', { ifRowVersion: recordVersion });
    await expect(late).rejects.toMatchObject(STALE);
    await expect(correct(owner, individualId, 'late@example.in', recordVersion)).rejects.toMatchObject(STALE);
    expect((await get(id, 'kyc')).field).toMatchObject({ value: 'second@example.in', version: 2 });
    await correct(owner, individualId, 'third@example.in', await versionOf(individualId));
    expect((await get(id, 'kyc')).field).toMatchObject({ value: 'third@example.in', version: 3 });
    await field(individualId, 'email', 'fourth@example.in');
  });

  it('is written for one of two concurrent callers', async () => {
    const { individualId, fieldIds } = await create();
    const ifRowVersion = await versionOf(individualId);
    const results = await Promise.allSettled([
      field(individualId, 'email', 'one@example.in', { ifRowVersion }),
      field(individualId, 'email', 'two@example.in', { ifRowVersion }),
      correct(owner, individualId, 'three@example.in', ifRowVersion),
    ]);
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([STALE, STALE]);
    expect((await get(fieldIds.email ?? 0)).field).toMatchObject({ version: 2 });
  });

  it('is refused without a person that has a version, and for an unknown person not found', async () => {
    const before = await world.sql('SELECT FROM vault.individuals');
    await expect(correct(owner, undefined, 'new@example.in', 1)).rejects.toMatchObject(STALE);
    await expect(correct(owner, 999_999, 'new@example.in', 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await world.sql('SELECT FROM vault.individuals')).toEqual(before);
  });

  it('is repeated by its Idempotency-Key after it has changed the version', async () => {
    const { individualId } = await create();
    const version = await versionOf(individualId);
    const ctx = { ...owner, idempotencyKey: 'correction-1' };
    // A gateway tries each version of If-Match.
    await expect(correct(ctx, individualId, 'b@example.in', 99)).rejects.toMatchObject(STALE);
    const first = await correct(ctx, individualId, 'b@example.in', version);
    expect(await correct(ctx, individualId, 'b@example.in', 99)).toEqual(first);
  });
});

describe('a field', () => {
  it('is corrected by a new version under the same id, and its history is kept', async () => {
    const { individualId, fieldIds } = await create();
    const id = fieldIds.email ?? 0;
    const corrected = await field(individualId, 'email', 'asha.r@example.in', { purpose: 'support_only' });
    expect(corrected).toMatchObject({ id, version: 2 });
    expect((await get(id)).field).toMatchObject({ value: 'as***@example.in', masked: true, version: 2 });
    await expect(get(id, 'marketing')).rejects.toMatchObject({ reason: 'PURPOSE_REFUSED' });
    for (const purpose of ['kyc', 'support_only'])
      expect((await get(id, purpose)).field).toMatchObject({ value: 'asha.r@example.in', masked: false });
    const { versions } = await world.fields.getFieldHistory(owner, { fieldId: id, purpose: 'kyc' });
    expect(versions.map((one) => [one.version, one.value, one.refused, one.isActive])).toEqual([
      [2, 'asha.r@example.in', undefined, true],
      [1, ASHA.email, undefined, false],
    ]);
    const masked = await world.fields.getFieldHistory(owner, { fieldId: id, purpose: undefined });
    expect(masked.versions.map((one) => one.value)).toEqual(['as***@example.in', 'as***@example.in']);
  });

  it('keeps its source context encrypted', async () => {
    const { individualId } = await create({ name: 'Asha Rao' });
    await field(individualId, 'dob', '1990-02-01', { sourceContext: '{"ticket":"PLAIN-CONTEXT-4711"}' });
    const [row] = await world.sql<{ hits: number }>(
      `SELECT count(*)::int AS hits FROM vault.field_contexts WHERE position('PLAIN-CONTEXT'::bytea IN sealed) > 0`,
    );
    expect(row?.hits).toBe(0);
    expect(await world.sql('SELECT FROM vault.field_contexts')).toHaveLength(1);
  });

  it('is refused with an invalid value, type or retention, and the error never contains the value', async () => {
    const { individualId } = await create({ name: 'Asha Rao' });
    await expect(field(individualId, 'aadhaar', '234123412345')).rejects.toMatchObject({
      reason: 'FIELD_INVALID',
    });
    await expect(field(individualId, 'shoe_size', '42')).rejects.toMatchObject({
      reason: 'FIELD_TYPE_UNKNOWN',
    });
    await expect(
      field(individualId, 'pan', ASHA.pan, { retentionExpiry: new Date(0) }),
    ).rejects.toMatchObject({ reason: 'RETENTION_INVALID' });
    await expect(field(999_999, 'pan', ASHA.pan)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('does not end within seven days once it is stored, and a sooner end counts as a deletion', async () => {
    const { individualId } = await create({ name: 'Asha Rao' });
    const inDays = (days: number) => ({ retentionExpiry: new Date(Date.now() + days * 86_400_000) });
    const spent = async () => {
      const [row] = await world.sql<{ n: number }>(
        'SELECT coalesce(sum(amount), 0)::int AS n FROM vault.budget_counts WHERE kind = 8',
      );
      return row?.n;
    };
    const before = (await spent()) ?? 0;
    await field(individualId, 'pan', ASHA.pan, inDays(30));
    await expect(field(individualId, 'pan', ASHA.pan, inDays(1))).rejects.toMatchObject({
      reason: 'RETENTION_TOO_SOON',
    });
    await expect(field(individualId, 'pan', 'ABCPR9999F', inDays(1))).rejects.toMatchObject({
      reason: 'RETENTION_TOO_SOON',
    });
    const stale = field(individualId, 'pan', ASHA.pan, { ...inDays(8), ifRowVersion: 99 });
    await expect(stale).rejects.toMatchObject({ reason: 'STALE' });
    expect(await spent()).toBe(before);
    await field(individualId, 'pan', ASHA.pan, inDays(8));
    expect(await spent()).toBe(before + 1);
    await field(individualId, 'pan', ASHA.pan, inDays(60));
    expect(await spent()).toBe(before + 1);
  });

  it('is not revealed after its retention', async () => {
    const { individualId } = await create({ name: 'Asha Rao' });
    const { id } = await field(individualId, 'pan', ASHA.pan, {
      retentionExpiry: new Date(Date.now() + 60_000),
    });
    expect((await get(id, 'kyc')).field?.value).toBe(ASHA.pan);
    await world.sql(`UPDATE vault.pii_fields SET retention_expiry = now() WHERE id = $1`, [id]);
    expect((await person(individualId, 'kyc')).fields.find((one) => one.id === id)).toMatchObject({
      masked: true,
      refused: 'RETENTION_EXPIRED',
    });
  });
});

describe('deletion', () => {
  it('seals at once: the field is neither read nor found, the score changes, an event follows', async () => {
    const { individualId, fieldIds } = await create({ ...ASHA, pan: 'ABCPR9999F' });
    const search = () =>
      world.search.searchPii(owner, { companyId: 1, fieldType: 'pan', value: 'abcpr9999f', purpose: 'kyc' });
    expect((await search()).results.map((hit) => hit.individualId)).toEqual([individualId]);
    const before = await person(individualId);
    const current = { fieldId: fieldIds.pan ?? 0, ifRowVersion: before.individual?.recordVersion };
    await field(individualId, 'email', 'asha.three@example.in');
    await expect(world.fields.deleteField(owner, current)).rejects.toMatchObject({ reason: 'STALE' });
    const ifRowVersion = (await person(individualId)).individual?.recordVersion;
    await world.fields.deleteField(owner, { ...current, ifRowVersion });
    expect((await search()).results).toEqual([]);
    await expect(get(fieldIds.pan ?? 0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const after = await person(individualId, 'kyc');
    expect(after.fields.map((one) => one.fieldType)).not.toContain('pan');
    expect(after.individual?.completenessPercentage).toBeLessThan(
      before.individual?.completenessPercentage ?? 0,
    );
    expect(after.individual?.recordVersion).toBe((ifRowVersion ?? 0) + 1);
  });

  it('replaces the data key: other fields stay readable, the old key and rows are gone', async () => {
    const { individualId, fieldIds } = await create();
    await field(individualId, 'email', 'asha.two@example.in');
    const keyBefore = await world.sql<{ wrapped: Buffer }>(
      'SELECT wrapped FROM vault.data_keys WHERE individual_id = $1',
      [individualId],
    );
    await world.fields.deleteField(owner, { fieldId: fieldIds.pan ?? 0 });
    await shred();
    const types = await world.sql<{ field_type: number; version: number }>(
      'SELECT field_type, version FROM vault.pii_fields WHERE individual_id = $1 ORDER BY 1, 2',
      [individualId],
    );
    expect(types.map((row) => row.field_type)).not.toContain(2);
    expect(types.filter((row) => row.field_type === 3)).toHaveLength(2);
    const keys = await world.sql<{ version: number; wrapped: Buffer }>(
      'SELECT version, wrapped FROM vault.data_keys WHERE individual_id = $1',
      [individualId],
    );
    expect(keys.map((row) => row.version)).toEqual([2]);
    expect(keys[0]?.wrapped.equals(keyBefore[0]?.wrapped ?? Buffer.alloc(0))).toBe(false);
    const raw = await person(individualId, 'kyc');
    expect(Object.fromEntries(raw.fields.map((one) => [one.fieldType, one.value]))).toMatchObject({
      email: 'asha.two@example.in',
      aadhaar: ASHA.aadhaar,
    });
    const entry = (await world.entries()).findLast(
      (one) => one.objectIds.job === 'rekey_person' && one.individualId === individualId,
    );
    expect(entry).toMatchObject({ action: 'data_work', ticket: 'work', individualId, actorId: 'vault' });
    // Value MACs use the new key too, so a repeated write counts as unchanged.
    const again = await field(individualId, 'email', 'asha.two@example.in');
    expect(again.version).toBe(2);
  });

  const shred = async () => {
    // The job runs every minute by itself; a restart runs it at once.
    await world.restart();
    await expect
      .poll(() => world.sql('SELECT FROM vault.pii_fields WHERE shred_at IS NOT NULL'))
      .toHaveLength(0);
  };
});

it('the event of a removed value names the credential, so that lineage counts a correction', async () => {
  const { individualId, fieldIds } = await create({ ...ASHA, pan: 'ABCPR8888F' });
  await world.fields.deleteField(owner, { fieldId: fieldIds.pan ?? 0 });
  await world.consents.withdrawConsent(owner, {
    ...{ companyId: 1, individualId, purpose: 'kyc', fieldTypes: ['aadhaar'] },
  });
  const writers = async () => {
    const events = await world.sql<{ payload: Buffer }>(
      `SELECT payload FROM bus.log WHERE topic = 'vault.record_changed' AND company_id = 1 ORDER BY position`,
    );
    return events
      .map(({ payload }) => RecordChanged.decode(payload))
      .filter((event) => event.individualId === individualId && event.version > 1)
      .map(({ writtenBy }) => writtenBy);
  };
  const by = owner.caller.kind === 'user' ? `user:${owner.caller.userId}` : '';
  await expect.poll(writers).toEqual([by, by]);
});

describe('withdrawal of consent', () => {
  it('ends the purpose at once, and keeps the history and the other purposes', async () => {
    const { individualId } = await create();
    const withdraw = (fieldTypes: string[] = []) =>
      world.consents.withdrawConsent(owner, { companyId: 1, individualId, purpose: 'kyc', fieldTypes });
    const keyed = { ...owner, idempotencyKey: 'withdraw-once' };
    const request = { companyId: 1, individualId, purpose: 'kyc', fieldTypes: ['email'] };
    const first = await world.consents.withdrawConsent(keyed, request);
    expect(first.fieldTypes).toEqual(['email']);
    expect(await world.consents.withdrawConsent(keyed, request)).toEqual(first);
    const partly = await person(individualId, 'kyc');
    expect(
      partly.fields.filter((one) => one.refused !== undefined).map((one) => [one.fieldType, one.refused]),
    ).toEqual([['email', 'CONSENT_WITHDRAWN']]);
    expect((await world.entries()).slice(-3)).toMatchObject([
      { action: 'field_decrypt', decision: 'allowed', ticket: 'reveal' },
      { action: 'field_decrypt', decision: 'refused', reason: 'CONSENT_WITHDRAWN', fieldNames: ['email'] },
      { action: 'field_view', ticket: 'view', fieldNames: ['email'], counts: { values: 1 } },
    ]);
    expect((await withdraw()).fieldTypes).toHaveLength(5);
    expect((await withdraw()).fieldTypes).toEqual([]);
    await expect(person(individualId, 'kyc')).rejects.toMatchObject({ reason: 'PURPOSE_REFUSED' });
    expect((await person(individualId, 'support')).fields.every((one) => !one.masked)).toBe(true);
    const { consents } = await world.consents.listConsents(owner, { companyId: 1, id: individualId });
    expect(consents.map((one) => [one.kind, one.fieldTypes])).toEqual([
      ['given', []],
      ['withdrawn', ['email']],
      ['withdrawn', []],
      ['withdrawn', []],
    ]);
  });
});

describe('search by value', () => {
  it('normalises as a write does, writes an entry, and has a budget', async () => {
    await create({ ...ASHA, email: 'Search.Me@Example.in' });
    const search = (fieldType: string, value: string) =>
      world.search.searchPii(owner, { companyId: 1, fieldType, value, purpose: 'kyc' });
    expect((await search('email', ' search.me@example.in')).results).toHaveLength(1);
    expect((await world.entries()).at(-1)).toMatchObject({
      action: 'data_search',
      fieldNames: ['email'],
      counts: { hits: 1 },
    });
    await expect(search('name', 'Asha')).rejects.toMatchObject({ reason: 'FIELD_TYPE_NOT_SEARCHABLE' });
    await expect(search('pan', 'nonsense')).rejects.toMatchObject({ reason: 'FIELD_INVALID' });
    const many = await Promise.allSettled(Array.from({ length: 70 }, () => search('pan', ASHA.pan)));
    expect(many.some((one) => one.status === 'rejected' && one.reason.reason === 'SEARCH_BUDGET')).toBe(true);
  });
});
