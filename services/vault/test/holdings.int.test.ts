import { HoldingsService } from '@pii-vault/proto/vault/v1/holdings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let vault: VaultWorld;

beforeAll(async () => {
  vault = await vaultWorld();
});
afterAll(async () => vault?.stop());

const seal = async (companyId: number) => {
  const holdings = vault.client(HoldingsService, 'vault');
  return await holdings.sealCompany(vault.asService('tenancy', companyId), { companyId });
};
const create = async (companyId: number) =>
  await vault.records.createRecord(await vault.user([companyId]), {
    companyId,
    consentDetails: consent(),
    fields: ASHA,
    externalId: undefined,
    individualId: undefined,
  });
const unseal = () => vault.sql(`UPDATE vault.sealed_companies SET sealed_until = now()`);

describe('a company before its end', () => {
  it('is not sealed while it has people, and the refusal states how many', async () => {
    await create(1);
    expect(await seal(1)).toEqual({ sealed: false, individuals: 1, imports: 0 });
    await expect(create(1)).resolves.toBeDefined();
  });

  it('accepts no person and no import while it is sealed', async () => {
    expect(await seal(2)).toEqual({ sealed: true, individuals: 0, imports: 0 });
    await expect(create(2)).rejects.toMatchObject({ code: 'ABORTED' });
    const empty = { companyId: 2, masterKey: undefined, dataQualityScore: undefined };
    await expect(vault.individuals.createIndividual(await vault.user([2]), empty)).rejects.toMatchObject({
      code: 'ABORTED',
    });
    await expect(create(1)).resolves.toBeDefined();
    await unseal();
    await expect(create(2)).resolves.toBeDefined();
  });
});
