import { chmod, link, mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeKeyFile, KEY_FILE_BYTES } from './key-file.ts';
import { keyStoreContract } from './key-store-contract.ts';
import { openLocalKeyStore } from './local-key-store.ts';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'keys-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

async function emptyFolder(): Promise<string> {
  return join(await mkdtemp(join(parent, 'one-')), 'keys');
}

keyStoreContract('local', async () => {
  const folder = await emptyFolder();
  return { store: await openLocalKeyStore(folder), reopen: () => openLocalKeyStore(folder) };
});

describe('local key store', () => {
  it('keeps 0600 files in a 0700 folder and leaves no temporary file', async () => {
    const folder = await emptyFolder();
    const store = await openLocalKeyStore(folder);
    await Promise.all([store.generateKey('AES-256-GCM'), store.generateKey('Ed25519')]);
    const names = await readdir(folder);
    expect(names.every((name) => name.endsWith('.key'))).toBe(true);
    expect(names).toHaveLength(2);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('overwrites a destroyed key before it unlinks it', async () => {
    const folder = await emptyFolder();
    const store = await openLocalKeyStore(folder);
    const { reference } = await store.generateKey('AES-256-GCM');
    const path = join(folder, `${reference.slice('local:'.length)}.key`);
    const before = await readFile(path);
    await link(path, join(folder, 'second-name'));
    await store.destroy(reference);
    const after = await readFile(join(folder, 'second-name'));
    expect(after).toHaveLength(KEY_FILE_BYTES);
    const { material } = decodeKeyFile(before, reference);
    expect(after.includes(material.subarray(0, 8))).toBe(false);
    expect(await readdir(folder)).toEqual(['second-name']);
  });

  it('refuses a file that others can read, and a truncated one', async () => {
    const folder = await emptyFolder();
    const store = await openLocalKeyStore(folder);
    const { reference } = await store.generateKey('AES-256-GCM');
    const path = join(folder, `${reference.slice('local:'.length)}.key`);
    await chmod(path, 0o644);
    await expect(store.describe(reference)).rejects.toMatchObject({ fault: 'unavailable' });
    await chmod(path, 0o600);
    await truncate(path, KEY_FILE_BYTES - 1);
    await expect(store.describe(reference)).rejects.toMatchObject({ fault: 'integrity' });
  });

  it('reports that it is for evaluation, and goes offline when others can read its folder', async () => {
    const folder = await emptyFolder();
    const store = await openLocalKeyStore(folder);
    const health = await store.health();
    expect(health).toMatchObject({ kind: 'local', protection: 'software', status: 'online' });
    expect(health.notice).toMatch(/for evaluation only/);
    expect(health.notice).not.toMatch(/hsm/i);
    await chmod(folder, 0o755);
    expect((await store.health()).status).toBe('offline');
  });
});
