import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureServiceKeys, loadRecordKeys } from './service-key-files.ts';

const DAY_MS = 86_400_000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pii-vault-keys-'));
});
afterEach(() => rm(folder, { recursive: true }));

const publicFiles = async () =>
  (await readdir(join(folder, 'public'))).filter((name) => name.startsWith('vault.')).sort();
const publicKey = () => readFile(join(folder, 'public', 'vault.pem'), 'utf8');

it('outlive a restart', async () => {
  const { keyFile } = await ensureServiceKeys(folder);
  const before = [await publicKey(), await readFile(keyFile('vault'), 'utf8')];
  await ensureServiceKeys(folder);
  expect([await publicKey(), await readFile(keyFile('vault'), 'utf8')]).toEqual(before);
  expect(await publicFiles()).toEqual(['vault.pem']);
});

it('are replaced after 30 days; the old public key verifies records for seven more', async () => {
  const { keyFile } = await ensureServiceKeys(folder);
  const before = await publicKey();
  const now = Date.now();
  await utimes(keyFile('vault'), new Date(now - 31 * DAY_MS), new Date(now - 31 * DAY_MS));
  const { known, signing } = await loadRecordKeys(folder);
  expect(await publicKey()).not.toBe(before);
  expect(await publicFiles()).toEqual([
    'vault.pem',
    expect.stringMatching(/^vault\.until-\d{8}T\d{6}Z\.pem$/),
  ]);
  expect(known.get('vault')).toMatchObject([{}, { replacedAt: expect.any(Number) }]);
  expect(known.get('vault')?.[1]?.key.export({ type: 'spki', format: 'pem' })).toBe(before);
  expect(known.get('audit')).toHaveLength(1);
  expect(signing.size).toBe(8);
  await ensureServiceKeys(folder, now + 6 * DAY_MS);
  expect(await publicFiles()).toHaveLength(2);
  await ensureServiceKeys(folder, now + 8 * DAY_MS);
  expect(await publicFiles()).toEqual(['vault.pem']);
});

it('are replaced when a private key is lost; its records still verify', async () => {
  const { keyFile } = await ensureServiceKeys(folder);
  await rm(keyFile('vault'));
  await ensureServiceKeys(folder);
  expect(await publicFiles()).toHaveLength(2);
});
