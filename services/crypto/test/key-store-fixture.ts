import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyStore } from '../src/key-store/key-store.ts';
import { openLocalKeyStore } from '../src/key-store/local-key-store.ts';
import { openPkcs11KeyStore } from '../src/key-store/pkcs11-key-store.ts';
import { openTestKms } from './kms.ts';
import { startSoftHsm } from './softhsm.ts';

/** A real key store for a test, empty at first. */
export interface KeyStoreFixture {
  readonly store: KeyStore;
  /** Folder of the store's files; empty for a remote store. */
  readonly folder: string;
  /** Files of the deployment's own four keys: the token stores public keys as separate files. */
  readonly deploymentFiles: number;
  /** Number of files in its folder, or of keys for a remote store. */
  countFiles(): Promise<number>;
  /** Replaces the store by another one without keys. */
  openEmpty(): Promise<KeyStore>;
  remove(): Promise<void>;
}

export async function localFixture(): Promise<KeyStoreFixture> {
  const parent = await mkdtemp(join(tmpdir(), 'crypto-'));
  const folder = join(parent, 'keys');
  return {
    store: await openLocalKeyStore(folder),
    folder,
    deploymentFiles: 4,
    countFiles: async () => (await readdir(folder)).length,
    openEmpty: () => openLocalKeyStore(join(parent, randomUUID())),
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

export async function softHsmFixture(): Promise<KeyStoreFixture> {
  const hsm = await startSoftHsm();
  const closing: (() => Promise<void>)[] = [() => hsm.remove()];
  const open = (options: typeof hsm.options): KeyStore => {
    const store = openPkcs11KeyStore(options);
    closing.push(() => store.close());
    return store;
  };
  const store = open(hsm.options);
  return {
    store,
    folder: hsm.tokens,
    deploymentFiles: 6,
    countFiles: async () => {
      const names = await readdir(hsm.tokens, { recursive: true });
      return names.filter((name) => name.endsWith('.object') && !name.endsWith('/token.object')).length;
    },
    openEmpty: async () => {
      await store.close();
      const other = await startSoftHsm();
      closing.push(() => other.remove());
      return open(other.options);
    },
    remove: async () => {
      for (const close of closing.splice(0).reverse()) await close();
    },
  };
}

/** @param endpoint of an emulator that other tests use too: only keys of this fixture are counted */
export async function kmsFixture(endpoint: string): Promise<KeyStoreFixture> {
  const kms = await openTestKms(endpoint);
  const closing = [kms];
  const made: string[] = [];
  const store: KeyStore = {
    ...kms,
    generateKey: async (algorithm) => {
      const key = await kms.generateKey(algorithm);
      made.push(key.reference);
      return key;
    },
  };
  return {
    store,
    folder: '',
    deploymentFiles: 4,
    countFiles: async () =>
      (await Promise.all(made.map((reference) => kms.describe(reference)))).filter((key) => key !== undefined)
        .length,
    // A region does not see keys of another region.
    openEmpty: async () => {
      const other = await openTestKms(endpoint, { region: 'ap-south-1' });
      closing.push(other);
      return other;
    },
    remove: async () => {
      for (const each of closing.splice(0)) await each.close();
    },
  };
}
