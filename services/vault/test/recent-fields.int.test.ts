import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;

beforeAll(async () => {
  world = await vaultWorld();
});
afterAll(() => world.stop());

it('shows values raw for a stated purpose that consent covers, and masks all others', async () => {
  const owner = await world.user([1, 2]);
  for (const [companyId, purpose] of [
    [1n, 'kyc'],
    [2n, 'care'],
    [1n, 'lending'],
  ] as const) {
    const record = { companyId, consentDetails: consent(purpose), fields: ASHA };
    await world.records.createRecord(owner, { ...record, externalId: undefined, individualId: undefined });
  }
  const list = async (purpose?: string, ctx = owner, companyId?: bigint) =>
    (await world.fields.listRecentFields(ctx, { companyId, purpose })).fields;
  const unstated = await list();
  expect(unstated).toHaveLength(18);
  for (const { field, maskedValue } of unstated)
    expect([field?.masked, field?.value]).toEqual([true, maskedValue]);
  const decrypted = async () => (await world.entries()).filter((one) => one.action === 'field_decrypt');
  expect(await decrypted()).toEqual([]);

  const shown = await list('lending');
  expect(new Set(shown.map(({ field }) => field?.consentDetails?.purpose))).toEqual(
    new Set(['kyc', 'care', 'lending']),
  );
  for (const { field, maskedValue } of shown) {
    const isCovered = field?.consentDetails?.purpose === 'lending';
    expect(field?.masked).toBe(!isCovered);
    const raw = Object.entries(ASHA).find(([type]) => type === field?.fieldType)?.[1];
    expect(field?.value).toBe(isCovered ? raw : maskedValue);
    expect(maskedValue).not.toBe(raw);
  }
  const entries = (await decrypted()).map((one) => [one.purpose, one.decision]);
  expect(entries).toContainEqual(['lending', 'allowed']);
  expect(entries.filter(([purpose]) => purpose !== 'lending')).toEqual([]);
  const reader = await world.user([1], ['pii:read']);
  const masked = await list('kyc', reader);
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
  const after = await list('lending', owner, 1n);
  expect(after).toHaveLength(12);
  expect(after.filter(({ field }) => !field?.masked)).toEqual([]);
});
