import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionSettings } from '@pii-vault/platform/postgres/connection';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningVault, startVault } from '../src/launcher/start.ts';
import { restoreBackup } from '../src/operations/backup/restore-backup.ts';
import { takeBackup } from '../src/operations/backup/take-backup.ts';
import { newVault, runningVault } from '../src/operations/open-vault.ts';
import type { OpenVault } from '../src/operations/vault-access.ts';
import type { ApiCaller } from './api-caller.ts';
import { firstAdmin } from './first-admin.ts';

const consentDetails = { purpose: 'kyc' };
let folder: string;
let env: Record<string, string>;
let vault: RunningVault;
let running: OpenVault;
let root: ApiCaller;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  env = {
    PIIVAULT_DATA_DIR: join(folder, 'data'),
    PIIVAULT_KEYS_DIR: join(folder, 'keys'),
    IDENTITY_PASSWORD_MEMORY_KIB: '64',
    VAULT_RETENTION_FLOOR_DAYS: '0',
    CRYPTO_EPOCH_CHECK_MS: '100',
    CRYPTO_RETIRE_GRACE_MS: '0',
    VAULT_FIELD_KEY_SETTLE_MS: '0',
  };
  vault = await startVault(env);
  running = await runningVault(env);
  root = await firstAdmin(vault.address);
  for (const [name, code] of [
    ['Saral Bank', 'SARAL'],
    ['Nadi Health', 'NADI'],
  ])
    await root({ key: 'POST /companies', body: { name, code } });
});
afterAll(async () => {
  await running?.close();
  await vault?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function create(companyId: number, name: string): Promise<number> {
  const made = await root({
    key: 'POST /pii-records',
    body: { companyId, consentDetails, fields: { name } },
  });
  expect(made.status, made.text).toBe(201);
  return Number(made.json().individualId);
}

async function rowsIn<R extends object>({ access }: OpenVault, text: string): Promise<R[]> {
  const client = new pg.Client(connectionSettings(access.address, access.admin, 'assertions'));
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Restores next to the running vault: same keys, another database. */
async function restored<T>(file: string, name: string, look: (other: OpenVault) => Promise<T>): Promise<T> {
  const other = await newVault({ ...env, PIIVAULT_DATA_DIR: join(folder, name) });
  try {
    await restoreBackup(other, file);
    return await look(other);
  } finally {
    await other.close();
  }
}

const held = `SELECT company_id::int AS company, individual_id::int AS id, encode(wrapped, 'hex') AS wrapped
  FROM vault.data_keys ORDER BY 1, 2`;
const tree = 'SELECT size::int AS size FROM audit.tree_state';

it('restores everything within the epoch, and nothing after it', async () => {
  const asha = await create(1, 'Asha Rao');
  await create(2, 'Meera Iyer');
  await vault.host.drain();
  const file = join(folder, 'one.backup');
  await takeBackup(running, file);
  const before = await rowsIn(running, held);
  await expect(takeBackup(running, file)).rejects.toMatchObject({ reason: 'BACKUP_EXISTS' });

  await restored(file, 'second', async (other) => {
    expect(await rowsIn(other, held)).toEqual(before);
    expect(await rowsIn(other, tree)).not.toEqual([{ size: 0 }]);
    expect(await rowsIn(other, 'SELECT FROM identity.user_sessions')).toEqual([]);
    const epochs =
      'SELECT DISTINCT epoch::int AS epoch FROM vault.relay_lease UNION SELECT epoch::int FROM audit.relay_lease';
    expect(await rowsIn(other, epochs), 'event numbers start in a new epoch').toEqual([{ epoch: 2 }]);
    const next = 'SELECT nextval($$vault.individual_ids$$)::int AS id';
    const [{ id = 0 } = {}] = await rowsIn<{ id: number }>(other, next);
    expect(id, 'no id is reused').toBeGreaterThan(asha);
    await expect(restoreBackup(other, file)).rejects.toMatchObject({ reason: 'NOT_EMPTY' });
  });

  // The person is erased and the key destroyed: no rows are left for any reader.
  const erase = { key: 'POST /individuals/{id}/erase', params: { id: asha } } as const;
  expect((await root({ ...erase, body: { companyId: 1, reason: 'asked for' } })).status).toBe(200);
  const left = `SELECT 1 FROM vault.data_keys WHERE individual_id = ${asha}
    UNION ALL SELECT 1 FROM vault.pii_fields WHERE individual_id = ${asha}`;
  await expect.poll(() => rowsIn(running, left)).toEqual([]);

  await rowsIn(
    running,
    `UPDATE crypto.epochs SET started_at = started_at - interval '31 days' WHERE status = 'active'`,
  );
  const epochs = () => rowsIn<{ status: string }>(running, 'SELECT status FROM crypto.epochs ORDER BY epoch');
  await expect.poll(epochs).toEqual([{ status: 'destroyed' }, { status: 'active' }]);
  const closed = restored(file, 'third', async () => 'opened');
  await expect(closed).rejects.toMatchObject({ reason: 'BACKUP_CLOSED' });
});
