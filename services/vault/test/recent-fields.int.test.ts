import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;

beforeAll(async () => {
  world = await vaultWorld();
});
afterAll(() => world.stop());

it('shows real values raw under their own consent, and masks to who may not reveal', async () => {
  const owner = await world.user([1, 2]);
  for (const [companyId, purpose] of [
    [1n, 'kyc'],
    [2n, 'care'],
    [1n, 'lending'],
  ] as const) {
    const record = { companyId, consentDetails: consent(purpose), fields: ASHA };
    await world.records.createRecord(owner, { ...record, externalId: undefined, individualId: undefined });
  }
  const list = async (ctx = owner, companyId?: bigint) =>
    (await world.fields.listRecentFields(ctx, { companyId })).fields;
  const shown = await list();
  expect(shown).toHaveLength(18);
  expect(new Set(shown.map(({ field }) => field?.consentDetails?.purpose))).toEqual(
    new Set(['kyc', 'care', 'lending']),
  );
  for (const { field, maskedValue } of shown) {
    expect(field?.masked).toBe(false);
    expect(field?.value).toBe(Object.entries(ASHA).find(([type]) => type === field?.fieldType)?.[1]);
    expect(maskedValue).not.toBe(field?.value);
  }
  const entries = (await world.entries()).filter((one) => one.action === 'field_decrypt');
  expect(entries.map((one) => [one.purpose, one.decision]).sort()).toEqual([
    ['care', 'allowed'],
    ['kyc', 'allowed'],
    ['lending', 'allowed'],
  ]);
  const reader = await world.user([1], ['pii:read']);
  const masked = await list(reader);
  expect(masked).toHaveLength(12);
  for (const { field, maskedValue } of masked)
    expect([field?.masked, field?.value]).toEqual([true, maskedValue]);
  const [first] = shown.filter(({ field }) => field?.consentDetails?.purpose === 'lending');
  await world.consents.withdrawConsent(owner, {
    companyId: 1n,
    individualId: first?.field?.individualId ?? 0n,
    purpose: 'lending',
    fieldTypes: [],
  });
  const after = await list(owner, 1n);
  expect(after.filter(({ field }) => field?.masked).map(({ field }) => field?.individualId)).toEqual(
    Array(6).fill(first?.field?.individualId),
  );
});
