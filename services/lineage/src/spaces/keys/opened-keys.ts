import { createSecretKey, type KeyObject } from 'node:crypto';
import type { OpenedKey as Answered } from '@pii-vault/proto/crypto/v1/keys';
import { IvPool } from './iv-pool.ts';

/** A key that crypto opened: 32 bytes for AES-256-GCM. Never stored, logged or sent. */
export interface OpenedKey {
  /** Stored with what the key encrypts. */
  readonly version: number;
  readonly isActive: boolean;
  /** Raw bytes, for key derivation and for other threads. */
  readonly key: Buffer;
  /** The same as a KeyObject: decrypting with it is several times faster than with bytes (Node 24). */
  readonly object: KeyObject;
  /** IVs for encrypting with it. */
  readonly ivs: IvPool;
}

/** @param key 32 bytes */
export const openedKey = (version: number, isActive: boolean, key: Buffer): OpenedKey => ({
  version,
  isActive,
  key,
  object: createSecretKey(key),
  ivs: new IvPool(),
});

/** Takes a key from an answer of crypto and overwrites it there. */
export function opened({ version, active, key }: Answered): OpenedKey {
  const copy = Buffer.from(key);
  key.fill(0);
  return openedKey(version, active, copy);
}
