import { BudgetsService } from '@pii-vault/proto/vault/v1/budgets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

/** Answers per hour. The fourth in a session, or the third of an API credential, stops the user. */
const ENV = { VAULT_ANSWERS_PER_HOUR: '3', VAULT_CLIENT_ANSWERS_PER_HOUR: '2' };
const STOPPED = { code: 'RESOURCE_EXHAUSTED', reason: 'ANSWER_BUDGET_SPENT' };
let world: VaultWorld;
let holder: number;

beforeAll(async () => {
  world = await vaultWorld(ENV);
  const fields = { name: ASHA.name, dob: ASHA.dob, email: ASHA.email };
  holder = (await create(await as(1), { externalId: 'HELD', fields })).individualId;
});
afterAll(() => world?.stop());

const as = (userId: number, clientId?: string) =>
  world.as({
    userId,
    companies: { 1: ['pii:read', 'pii:write', 'security:read'] },
    ...(clientId === undefined ? {} : { clientId }),
  });
type Ctx = Awaited<ReturnType<typeof as>>;

const create = (
  ctx: Ctx,
  record: { externalId?: string; individualId?: number; fields: Record<string, string> },
) =>
  world.records.createRecord(ctx, {
    companyId: 1,
    consentDetails: consent(),
    externalId: record.externalId,
    individualId: record.individualId,
    fields: record.fields,
  });
const guessId = (ctx: Ctx) => create(ctx, { externalId: 'HELD', fields: { name: 'Meena Iyer' } });
const guessValue = (ctx: Ctx, plainValue: string, purpose = 'kyc') =>
  world.fields.createField(ctx, {
    companyId: 1,
    individualId: holder,
    fieldType: 'dob',
    plainValue,
    consentDetails: consent(purpose),
    retentionExpiry: undefined,
    sourceContext: undefined,
  });
const entriesOf = async (action: string, userId: number) =>
  (await world.entries()).filter((one) => one.action === action && one.actorId === String(userId));

it('limits the answers that an external id exists, with a warning, an alarm and a retry time', async () => {
  const ctx = await as(20);
  for (let n = 0; n < 4; n += 1)
    await expect(guessId(ctx)).rejects.toMatchObject({ reason: 'EXTERNAL_ID_EXISTS' });
  const refused = await guessId(ctx).catch((error: unknown) => error);
  expect(refused).toMatchObject(STOPPED);
  expect(refused).toHaveProperty('retryAfterMs', expect.any(Number));
  await expect(guessValue(ctx, '1971-01-01')).rejects.toMatchObject(STOPPED);
  expect(await entriesOf('budget_warning', 20)).toMatchObject([
    { counts: { limit: 3, used: 3 }, purpose: '' },
  ]);
  expect((await entriesOf('budget_alarm', 20)).map(({ reason }) => reason)).toEqual(['ANSWER_BUDGET_SPENT']);
  const { alarms } = await world.client(BudgetsService, 'vault').listBudgetAlarms(ctx, { hours: 24 });
  expect(alarms).toMatchObject([{ companyId: 1, userId: 20, kind: 'answer', purpose: '', used: 4 }]);
});

it('counts each such answer in a batch', async () => {
  const ctx = await as(21);
  const batch = (externalIds: readonly string[]) =>
    world.records.createRecords(ctx, {
      companyId: 1,
      consentDetails: consent(),
      records: externalIds.map((externalId) => ({ fields: { name: 'Meena Iyer' }, externalId })),
    });
  // The name of the holder: with a different name a batch answers IDENTITY_CONFLICT instead.
  const { results } = await world.records.createRecords(ctx, {
    companyId: 1,
    consentDetails: consent(),
    records: Array.from({ length: 4 }, () => ({
      fields: { name: ASHA.name, dob: ASHA.dob },
      externalId: 'HELD',
    })),
  });
  expect(results.map(({ errors }) => errors[0]?.reason)).toEqual(Array(4).fill('EXTERNAL_ID_EXISTS'));
  await expect(batch(['NEW-1'])).rejects.toMatchObject(STOPPED);
});

it('counts a correction to the stored value, also under another consent, but not one to a different value', async () => {
  const ctx = await as(22, 'pvc_a');
  for (const day of ['1981-01-01', '1981-01-02', '1981-01-03', '1981-01-04']) await guessValue(ctx, day);
  await guessValue(ctx, '1981-01-04');
  await guessValue(ctx, '1981-01-04', 'marketing');
  await create(ctx, { individualId: holder, fields: { dob: '1981-01-04', name: 'Asha Rao' } });
  await expect(guessValue(ctx, '1981-01-04')).rejects.toMatchObject(STOPPED);
  await expect(guessId(await as(22, 'pvc_b'))).rejects.toMatchObject(STOPPED);
  await guessValue(await as(22), '1981-01-05');
});

it('still stops the user after a restart', async () => {
  const ctx = await as(23);
  for (let n = 0; n < 4; n += 1)
    await expect(guessId(ctx)).rejects.toMatchObject({ reason: 'EXTERNAL_ID_EXISTS' });
  await world.restart();
  await expect(guessId(ctx)).rejects.toMatchObject(STOPPED);
});

it('counts the answer that the person with an external id was erased', async () => {
  const ctx = await as(26);
  const fields = { name: 'Lakshmi Pillai' };
  const { individualId } = await create(ctx, { externalId: 'GONE', fields });
  const owner = await world.as({ userId: 27, companies: { 1: ['pii:erase'] } });
  await world.erasures.eraseIndividual(owner, { companyId: 1, individualId, reason: 'On request' });
  const guess = () => create(ctx, { externalId: 'GONE', fields });
  for (let n = 0; n < 4; n += 1) await expect(guess()).rejects.toMatchObject({ reason: 'ERASED_EARLIER' });
  await expect(guess()).rejects.toMatchObject(STOPPED);
});
