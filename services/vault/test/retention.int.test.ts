import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;
let owner: Ctx;

beforeAll(async () => {
  world = await vaultWorld({ VAULT_RETENTION_FLOOR_BY_COMPANY: '1:0' });
  owner = await world.user([1, 2]);
});
afterAll(() => world.stop());

/** Creates a person whose PAN is past its retention. */
async function withExpiredPan(companyId: number): Promise<number> {
  const { individualId } = await world.records.createRecord(owner, {
    companyId,
    consentDetails: consent(),
    fields: { name: ASHA.name, email: ASHA.email },
    externalId: undefined,
    individualId: undefined,
  });
  await world.fields.createField(owner, {
    companyId,
    individualId,
    fieldType: 'pan',
    plainValue: ASHA.pan,
    consentDetails: consent(),
    retentionExpiry: new Date(Date.now() + 3_600_000),
    sourceContext: undefined,
  });
  await world.sql(
    'UPDATE vault.pii_fields SET retention_expiry = now() WHERE individual_id = $1 AND field_type = 2',
    [individualId],
  );
  return individualId;
}
const pan = (individualId: number) =>
  world.sql<{ state: number; days: number | null }>(
    `SELECT state, extract(day FROM shred_at - ended_at)::int AS days FROM vault.pii_fields
     WHERE individual_id = $1 AND field_type = 2`,
    [individualId],
  );

it('seals expired fields, destroys them at the floor, and keeps the rest', async () => {
  const atOnce = await withExpiredPan(1);
  const later = await withExpiredPan(2);
  const before = await world.individuals.getIndividual(owner, {
    individualId: later,
    companyId: 2,
    purpose: undefined,
  });
  // The job runs every minute by itself; a start runs it at once.
  await world.restart();
  await expect.poll(() => pan(later), { timeout: 45_000 }).toEqual([{ state: 3, days: 365 }]);
  await expect.poll(() => pan(atOnce), { timeout: 45_000 }).toEqual([]);
  const after = await world.individuals.getIndividual(owner, {
    individualId: later,
    companyId: 2,
    purpose: 'kyc',
  });
  expect(after.fields.map((field) => field.fieldType)).toEqual(['email', 'name']);
  expect(after.individual?.recordVersion).toBe((before.individual?.recordVersion ?? 0) + 1);
  const search = { companyId: 2, fieldType: 'pan', value: ASHA.pan, purpose: 'kyc' };
  expect((await world.search.searchPii(owner, search)).results).toEqual([]);
  const entry = (await world.entries()).find((one) => one.objectIds.change === 'retention_expired');
  expect(entry).toMatchObject({ action: 'data_update', actorId: 'vault', fieldNames: ['pan'] });
});

it('changes nothing in a suspended company', async () => {
  const individualId = await withExpiredPan(2);
  world.tenancy.statuses.set(2, 'suspended');
  const other = await withExpiredPan(1);
  await world.restart();
  await expect.poll(async () => (await pan(other))[0]?.state ?? 3, { timeout: 45_000 }).toBe(3);
  expect(await pan(individualId)).toEqual([{ state: 1, days: null }]);
});
