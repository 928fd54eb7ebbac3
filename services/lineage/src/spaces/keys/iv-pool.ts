import { randomFillSync } from 'node:crypto';
import { IV_BYTES } from '@pii-vault/platform/core/crypto/aes-gcm';

/** Random IVs for AES-GCM (NIST SP 800-38D, 8.2.2), drawn in bulk: one call for many costs little more than one. */
export class IvPool {
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
