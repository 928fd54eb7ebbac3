import { IV_BYTES } from '@pii-vault/platform/core/crypto/aes-gcm';

/** A record that was opened: the IV under which it was sealed names its state, however often it is written again. */
export interface OpenedRow {
  readonly iv: Buffer;
  readonly packed: Buffer;
}

const MOST_ROWS = 40_000;
/** As long as an opened key lives. */
const LIFE_MS = 60_000;

/**
 * Records that were opened lately, by id. Of two generations the older one is forgotten when the younger is full or old
 * enough: none is kept longer than a key, nor more than 40,000 (20 MB).
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
