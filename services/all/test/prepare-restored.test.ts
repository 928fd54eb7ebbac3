import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionSettings } from '@pii-vault/platform/postgres/connection';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVault } from '../src/launcher/start.ts';
import { prepareRestored } from '../src/operations/backup/prepare-restored.ts';
import { newVault } from '../src/operations/open-vault.ts';

let folder: string;
let env: Record<string, string>;
let vault: Awaited<ReturnType<typeof newVault>>;
let client: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settle-'));
  env = { PIIVAULT_DATA_DIR: join(folder, 'data'), PIIVAULT_KEYS_DIR: join(folder, 'keys') };
  vault = await newVault(env);
  const { address, admin } = vault.access;
  client = new pg.Client(connectionSettings(address, admin, 'settle-test'));
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await vault?.close();
  await rm(folder, { recursive: true, force: true });
});

it('publishes numbered events again, except those that had reached the log', async () => {
  await client.query(`INSERT INTO vault.outbox (topic, key, payload)
    SELECT 'vault.pii', n::text, ''::bytea FROM generate_series(1, 3) AS n`);
  await client.query(`UPDATE vault.relay_lease SET epoch = 4, inflight_seqs = '{7,8}',
    inflight_ids = (SELECT array_agg(id ORDER BY id) FROM vault.outbox WHERE key <> '3')`);
  await client.query(`INSERT INTO bus.log (topic, position, event_id, key, producer, epoch, seq, payload, created_at)
    SELECT topic, 1, event_id, key, 'vault', 4, 7, payload, created_at FROM vault.outbox WHERE key = '1'`);
  await prepareRestored(client, [...vault.databases.keys()], 'bus');
  const { rows } = await client.query('SELECT key FROM vault.outbox ORDER BY id');
  expect(rows).toEqual([{ key: '2' }, { key: '3' }]);
  const lease = await client.query('SELECT epoch::int, inflight_ids FROM vault.relay_lease');
  expect(lease.rows).toEqual([{ epoch: 5, inflight_ids: [] }]);
});

it('refuses to start on a database with an unfinished restore', async () => {
  await expect(startVault(env)).rejects.toMatchObject({ reason: 'HALF_RESTORED' });
});
