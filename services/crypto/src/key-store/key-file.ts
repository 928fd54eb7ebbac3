import { createHash, timingSafeEqual } from 'node:crypto';
import { type KeyAlgorithm, KeyStoreError } from './key-store.ts';

/** Key of the local store: 32 bytes of AES key or Ed25519 seed. */
export interface StoredKey {
  readonly algorithm: KeyAlgorithm;
  readonly createdAt: Date;
  /** 32 bytes; the caller that decodes a file overwrites them after use. */
  readonly material: Buffer;
}

/** Layout: magic(4), algorithm(1), createdAt in ms(8), material(32), SHA-256 of all previous bytes(32). */
export const KEY_FILE_BYTES = 77;
const MAGIC = Buffer.from('PVK1');
const MATERIAL_AT = 13;
const DIGEST_AT = 45;
const ALGORITHMS: readonly KeyAlgorithm[] = ['AES-256-GCM', 'Ed25519'];

/** Encodes a key file. The digest detects truncated or damaged files; it does not protect against forgery. */
export function encodeKeyFile(key: StoredKey): Buffer {
  const file = Buffer.alloc(KEY_FILE_BYTES);
  MAGIC.copy(file);
  file.writeUInt8(ALGORITHMS.indexOf(key.algorithm), 4);
  file.writeBigUInt64BE(BigInt(key.createdAt.getTime()), 5);
  key.material.copy(file, MATERIAL_AT);
  digest(file).copy(file, DIGEST_AT);
  return file;
}

/**
 * @param reference for the error message
 * @throws KeyStoreError integrity
 */
export function decodeKeyFile(file: Buffer, reference: string): StoredKey {
  const algorithm = file.length === KEY_FILE_BYTES ? ALGORITHMS[file.readUInt8(4)] : undefined;
  const isIntact =
    algorithm !== undefined &&
    file.subarray(0, 4).equals(MAGIC) &&
    timingSafeEqual(digest(file), file.subarray(DIGEST_AT, KEY_FILE_BYTES));
  if (!isIntact) throw new KeyStoreError('integrity', `The key file of ${reference} is damaged`);
  return {
    algorithm,
    createdAt: new Date(Number(file.readBigUInt64BE(5))),
    material: Buffer.from(file.subarray(MATERIAL_AT, DIGEST_AT)),
  };
}

function digest(file: Buffer): Buffer {
  return createHash('sha256').update(file.subarray(0, DIGEST_AT)).digest();
}
