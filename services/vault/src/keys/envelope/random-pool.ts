import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 16_384;

/**
 * Random bytes drawn from the system in blocks: one call for over a thousand IVs. A byte is returned once; results are
 * views of memory that is never reused.
 */
export class RandomPool {
  #pool = Buffer.alloc(0);
  #at = 0;

  /** `length` fresh random bytes. */
  take(length: number): Buffer {
    if (this.#at + length > this.#pool.length) {
      this.#pool = randomFillSync(Buffer.allocUnsafeSlow(Math.max(POOL_BYTES, length)));
      this.#at = 0;
    }
    const bytes = this.#pool.subarray(this.#at, this.#at + length);
    this.#at += length;
    return bytes;
  }
}
