import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto';
import { gcmOpen, gcmSeal, IV_BYTES } from '@pii-vault/platform/core/crypto/aes-gcm';
import { decodeKeyFile, encodeKeyFile, type StoredKey } from './key-file.ts';
import { type KeyFolder, openKeyFolder } from './key-folder.ts';
import {
  checkWrapLength,
  type KeyAlgorithm,
  type KeyDescription,
  type KeyStore,
  KeyStoreError,
  type StoreHealth,
} from './key-store.ts';

const NOTICE = 'Software keys in local files, for evaluation only';
const REFERENCE = /^local:([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/;
/** PKCS#8 of an Ed25519 seed (RFC 8410), SPKI of its public key: these DER prefixes, then 32 bytes. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_PREFIX_BYTES = 12;

/**
 * Keys as 0600 files in one 0700 folder. A key is read for each operation and its bytes are overwritten afterwards.
 * For evaluation only: read access to the folder gives access to the keys, and an overwritten file may survive on
 * flash storage.
 * @param folderPath outside the data folder; created when missing
 * @throws KeyStoreError unavailable when the folder cannot be created or opened
 */
export async function openLocalKeyStore(folderPath: string): Promise<KeyStore> {
  const folder = await openKeyFolder(folderPath);
  return {
    generateKey: (algorithm) => guarded(() => generateKey(folder, algorithm)),
    wrap: (reference, plaintext, aad) => guarded(() => wrap(folder, reference, plaintext, aad)),
    unwrap: (reference, wrapped, aad) => guarded(() => unwrap(folder, reference, wrapped, aad)),
    sign: (reference, message) => guarded(() => signMessage(folder, reference, message)),
    destroy: (reference) => guarded(() => folder.shred(nameOf(reference))),
    describe: (reference) => guarded(() => describe(folder, reference)),
    health: () => health(folder),
    close: () => Promise.resolve(),
  };
}

async function guarded<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof KeyStoreError) throw error;
    throw new KeyStoreError('unavailable', 'The folder of the keys cannot be read or written', error);
  }
}

async function generateKey(folder: KeyFolder, algorithm: KeyAlgorithm): Promise<KeyDescription> {
  const reference = `local:${randomUUID()}`;
  const key: StoredKey = { algorithm, createdAt: new Date(), material: randomBytes(32) };
  const file = encodeKeyFile(key);
  try {
    await folder.write(nameOf(reference), file);
    return describeKey(reference, key);
  } finally {
    file.fill(0);
    key.material.fill(0);
  }
}

async function wrap(folder: KeyFolder, reference: string, plaintext: Buffer, aad: Buffer): Promise<Buffer> {
  checkWrapLength(plaintext);
  return withKey(folder, reference, 'AES-256-GCM', (material) => {
    return gcmSeal(secretKey(material), randomBytes(IV_BYTES), aad, plaintext);
  });
}

async function unwrap(folder: KeyFolder, reference: string, wrapped: Buffer, aad: Buffer): Promise<Buffer> {
  return withKey(folder, reference, 'AES-256-GCM', (material) =>
    gcmOpen(secretKey(material), aad, wrapped, () => notAuthentic(reference)),
  );
}

async function signMessage(folder: KeyFolder, reference: string, message: Buffer): Promise<Buffer> {
  return withKey(folder, reference, 'Ed25519', (seed) => sign(null, message, signingKey(seed)));
}

async function describe(folder: KeyFolder, reference: string): Promise<KeyDescription | undefined> {
  const key = await readKey(folder, reference);
  if (key === undefined) return undefined;
  try {
    return describeKey(reference, key);
  } finally {
    key.material.fill(0);
  }
}

function describeKey(reference: string, { algorithm, createdAt, material }: StoredKey): KeyDescription {
  const publicKey = algorithm === 'Ed25519' ? publicHalf(material) : undefined;
  return { reference, algorithm, createdAt, isEnabled: true, publicKey };
}

async function health(folder: KeyFolder): Promise<StoreHealth> {
  const isUsable = await folder.isUsable();
  return {
    kind: 'local',
    name: 'files',
    protection: 'software',
    notice: NOTICE,
    status: isUsable ? 'online' : 'offline',
    device: undefined,
  };
}

async function withKey<T>(
  folder: KeyFolder,
  reference: string,
  algorithm: KeyAlgorithm,
  use: (material: Buffer) => T,
): Promise<T> {
  const key = await readKey(folder, reference);
  if (key === undefined) throw new KeyStoreError('absent', `The key store has no key ${reference}`);
  try {
    if (key.algorithm !== algorithm)
      throw new KeyStoreError('misuse', `${reference} is not a key for ${algorithm}`);
    return use(key.material);
  } finally {
    key.material.fill(0);
  }
}

async function readKey(folder: KeyFolder, reference: string): Promise<StoredKey | undefined> {
  const file = await folder.read(nameOf(reference));
  if (file === undefined) return undefined;
  try {
    return decodeKeyFile(file, reference);
  } finally {
    file.fill(0);
  }
}

/** The pattern excludes paths. */
function nameOf(reference: string): string {
  const name = REFERENCE.exec(reference)?.[1];
  if (name === undefined) throw new KeyStoreError('misuse', 'The reference is not one of a local key');
  return name;
}

function notAuthentic(reference: string): KeyStoreError {
  return new KeyStoreError('integrity', `A key wrapped by ${reference} does not authenticate`);
}

const secretKey = (material: Buffer): KeyObject => createSecretKey(material);

function signingKey(seed: Buffer): KeyObject {
  const der = Buffer.concat([PKCS8_PREFIX, seed]);
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } finally {
    der.fill(0);
  }
}

function publicHalf(seed: Buffer): Buffer {
  const spki = createPublicKey(signingKey(seed)).export({ format: 'der', type: 'spki' });
  return Buffer.from(spki.subarray(SPKI_PREFIX_BYTES));
}
