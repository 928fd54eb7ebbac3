import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;

beforeAll(async () => {
  world = await vaultWorld();
});
afterAll(() => world.stop());

/** Asha in two companies, for three purposes. */
async function fill(owner: Ctx): Promise<void> {
  for (const [companyId, purpose] of [
    [1, 'kyc'],
    [2, 'care'],
    [1, 'lending'],
  ] as const) {
    const record = { companyId, consentDetails: consent(purpose), fields: ASHA };
    await world.records.createRecord(owner, { ...record, externalId: undefined, individualId: undefined });
  }
}

it('shows values raw where consent covers the stated purpose, and masks the others', async () => {
  const owner = await world.user([1, 2]);
  await fill(owner);
  const list = async (purpose?: string, ctx = owner, companyId?: number) =>
    (await world.fields.listRecentFields(ctx, { companyId, purpose })).fields;
  const unstated = await list();
  expect(unstated).toHaveLength(18);
  for (const { field, maskedValue } of unstated)
    expect([field?.masked, field?.value]).toEqual([true, maskedValue]);
  expect((await world.entries()).filter((one) => one.action === 'field_decrypt')).toEqual([]);

  const shown = await list('kyc');
  expect(shown).toHaveLength(18);
  expect(new Set(shown.map(({ field }) => field?.consentDetails?.purpose))).toEqual(
    new Set(['kyc', 'care', 'lending']),
  );
  for (const { field, maskedValue } of shown) {
    const isCovered = field?.consentDetails?.purpose === 'kyc';
    expect(field?.masked).toBe(!isCovered);
    const raw = Object.entries(ASHA).find(([type]) => type === field?.fieldType)?.[1];
    if (isCovered) expect(field?.value).toBe(raw);
    else expect(field?.value).not.toBe(raw);
    expect(maskedValue).not.toBe(raw);
  }
  const entries = (await world.entries()).filter((one) => one.action === 'field_decrypt');
  expect(entries.map((one) => [one.purpose, one.decision]).sort()).toEqual([
    ['kyc', 'allowed'],
    ['kyc', 'refused'],
    ['kyc', 'refused'],
  ]);
  const reader = await world.user([1], ['pii:read']);
  const masked = await list('kyc', reader);
  expect(masked).toHaveLength(12);
  for (const { field, maskedValue } of masked)
    expect([field?.masked, field?.value]).toEqual([true, maskedValue]);
  const [first] = shown.filter(({ field }) => field?.consentDetails?.purpose === 'lending');
  const individualId = first?.field?.individualId ?? 0;
  await world.consents.withdrawConsent(owner, {
    companyId: 1,
    individualId,
    purpose: 'lending',
    fieldTypes: [],
  });
  const after = await list('lending', owner, 1);
  expect(after).toHaveLength(12);
  for (const { field } of after) expect(field?.masked).toBe(true);
  await expect(list('Not a purpose')).rejects.toMatchObject({ reason: 'PURPOSE_INVALID' });
});
