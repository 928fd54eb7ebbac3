import { createSecretKey, type KeyObject, randomFillSync } from 'node:crypto';
import { IV_BYTES } from '@pii-vault/platform/core/crypto/aes-gcm';
import type { OpenedKey as Answered } from '@pii-vault/proto/crypto/v1/keys';

/** Random IVs for AES-GCM (NIST SP 800-38D, 8.2.2), drawn in bulk: one call for many costs little more than one. */
class IvPool {
  readonly #bytes = Buffer.alloc(IV_BYTES * 256);
  #used = this.#bytes.length;

  /** 12 bytes, never returned twice. They are a view that the next call may overwrite. */
  next(): Buffer {
    if (this.#used === this.#bytes.length) {
      randomFillSync(this.#bytes);
      this.#used = 0;
    }
    this.#used += IV_BYTES;
    return this.#bytes.subarray(this.#used - IV_BYTES, this.#used);
  }
}

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
