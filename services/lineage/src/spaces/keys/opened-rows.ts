import { IV_BYTES } from '@pii-vault/platform/core/crypto/aes-gcm';

/** A decrypted record. Its IV identifies the state, because every write uses a new one. */
export interface OpenedRow {
  readonly iv: Buffer;
  readonly packed: Buffer;
}

const MOST_ROWS = 40_000;
/** Lifetime of an opened key. */
const LIFE_MS = 60_000;

/**
 * Cache of recently decrypted records, by id. It has two generations; the older one is dropped when the younger is full
 * or old enough. So no record is kept longer than a key, and at most 40,000 are kept (20 MB).
 */
export class OpenedRows {
  readonly #now: () => number;
  #young = new Map<number, OpenedRow>();
  #old = new Map<number, OpenedRow>();
  #bornAt: number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#bornAt = now();
  }

  find(recordId: number): OpenedRow | undefined {
    this.#turn();
    return this.#young.get(recordId) ?? this.#old.get(recordId);
  }

  /** @param sealed iv ‖ ciphertext ‖ tag of `packed` */
  keep(recordId: number, sealed: Buffer, packed: Buffer): void {
    this.#turn();
    this.#young.set(recordId, { iv: Buffer.from(sealed.subarray(0, IV_BYTES)), packed });
  }

  #turn(): void {
    const age = this.#now() - this.#bornAt;
    if (this.#young.size < MOST_ROWS / 2 && age < LIFE_MS / 2) return;
    this.#old = age < LIFE_MS ? this.#young : new Map();
    this.#young = new Map();
    this.#bornAt = this.#now();
  }
}
