import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCertificate } from '../../../scripts/product/verify-certificate/certificate.ts';
import { allModules } from '../src/modules.ts';
import type { ApiCaller } from './api-caller.ts';
import { firstAdmin } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

const consentDetails = { purpose: 'kyc' };
let vault: WholeVault;
let root: ApiCaller;

beforeAll(async () => {
  vault = await startWholeVault(allModules, {
    VAULT_RETENTION_FLOOR_DAYS: '0',
    CRYPTO_EPOCH_CHECK_MS: '100',
    CRYPTO_RETIRE_GRACE_MS: '0',
    VAULT_FIELD_KEY_SETTLE_MS: '0',
  });
  root = await firstAdmin(vault.origin);
  await root({ key: 'POST /companies', body: { name: 'Saral Bank', code: 'SARAL' } });
});
afterAll(() => vault?.stop());

const TABLES = ['data_keys', 'pii_fields', 'consents'] as const;

/** Copies the person's rows as a backup would. */
async function backUp(): Promise<void> {
  await vault.sql('CREATE SCHEMA kept');
  for (const table of [...TABLES, 'individuals'])
    await vault.sql(`CREATE TABLE kept.${table} AS SELECT * FROM vault.${table}`);
}

/** Restores the backup's rows directly, without the checks of the writers. */
async function restore(id: number): Promise<void> {
  await vault.sql('ALTER TABLE vault.data_keys DISABLE TRIGGER USER');
  for (const table of TABLES)
    await vault.sql(`INSERT INTO vault.${table} SELECT * FROM kept.${table} WHERE individual_id = $1`, [id]);
  await vault.sql(
    `UPDATE vault.individuals i SET sealed_at = NULL, data_key_version = k.data_key_version, type_mask = k.type_mask
     FROM kept.individuals k WHERE k.id = i.id AND i.id = $1`,
    [id],
  );
}

async function takeBack(id: number): Promise<void> {
  for (const table of TABLES) await vault.sql(`DELETE FROM vault.${table} WHERE individual_id = $1`, [id]);
  await vault.sql('UPDATE vault.individuals SET sealed_at = now(), data_key_version = 0 WHERE id = $1', [id]);
  await vault.sql('ALTER TABLE vault.data_keys ENABLE TRIGGER USER');
}

async function turnEpoch(): Promise<void> {
  await vault.sql(
    `UPDATE crypto.epochs SET started_at = started_at - interval '31 days' WHERE status = 'active'`,
  );
  const statuses = () =>
    vault.sql<{ status: string }>(
      `SELECT status FROM crypto.encryption_keys WHERE purpose = 'field' ORDER BY version`,
    );
  await expect
    .poll(async () => (await statuses()).map(({ status }) => status))
    .toEqual(['destroyed', 'active']);
}

it('erases permanently: certified by the key store, and no backup opens it after the epoch', async () => {
  const made = await root({
    key: 'POST /pii-records',
    body: {
      companyId: 1,
      consentDetails,
      externalId: 'E-1',
      fields: { name: 'Asha Rao', pan: 'ABCPE1234F' },
    },
  });
  const id = Number(made.json().individualId);
  const profile = () => root({ key: 'GET /individuals/{id}', params: { id }, query: { purpose: 'kyc' } });
  await backUp();
  const erase = { key: 'POST /individuals/{id}/erase', params: { id } } as const;
  const erased = await root({ ...erase, body: { companyId: 1, reason: 'asked for' } });
  expect([erased.status, erased.json().status]).toEqual([200, 'sealed']);
  const gone = await profile();
  expect([gone.status, gone.json().reason]).toEqual([410, 'ERASED']);
  expect((await root({ ...erase, body: { companyId: 1, reason: 'again' } })).status).toBe(410);

  const erasure = async () => {
    const answer = await root({ key: 'GET /individuals/{id}/erasure', params: { id } });
    return answer.json<{ status: string; certificate: { note: string; publicKey: string } | null }[]>()[0];
  };
  await expect.poll(async () => (await erasure())?.status).toBe('certified');
  const { note = '', publicKey = '' } = (await erasure())?.certificate ?? {};
  expect(openCertificate(note, Buffer.from(publicKey, 'base64'))).toMatchObject({
    statement: { certificate: 'erasure', companyId: 1, individualId: id, destroyed: { fieldVersions: 3 } },
  });

  // Until the epoch ends an earlier backup can be opened; the certificate states this limit.
  await restore(id);
  expect((await profile()).status).toBe(200);
  await takeBack(id);
  await turnEpoch();
  await restore(id);
  const after = await profile();
  expect([after.status, after.text.includes('Asha')]).toEqual([500, false]);
  await takeBack(id);
  expect((await profile()).status).toBe(410);
});
