import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { allModules } from '../modules.ts';
import { eventsSettings, startVault } from './start.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('passes the settings of consumers to the thread of events, and no service key', async () => {
  const key = join(folder, 'key');
  await writeFile(key, Buffer.alloc(32).toString('base64'));
  const read = {
    PIIVAULT_BUS: 'kafka',
    KAFKA_BROKERS: 'localhost:9092',
    AUDIT_REVOCATION_FILE: join(folder, 'list'),
    AUDIT_REVOCATION_KEY_FILE: key,
  };
  const kept = {
    AUDIT_SERVICE_KEY: 'k',
    AUDIT_DATABASE_PASSWORD: 'p',
    CRYPTO_KEYS_DIR: folder,
    PIIVAULT_CURSOR_KEY: 'c',
  };
  expect(eventsSettings(allModules, { ...read, ...kept })).toEqual(read);
});

it('refuses settings that the consumers could not read', () => {
  expect(() => eventsSettings(allModules, { AUDIT_REVOCATION_FILE: 'list' })).toThrow(/AUDIT_REVOCATION_KEY/);
});

it('reports missing settings of the bus before anything starts', async () => {
  const dirs = { PIIVAULT_DATA_DIR: join(folder, 'data'), PIIVAULT_KEYS_DIR: join(folder, 'keys') };
  await expect(startVault({ ...dirs, PIIVAULT_BUS: 'kafka' })).rejects.toThrow(/KAFKA_BROKERS/);
  expect(await readdir(folder)).toEqual([]);
});
