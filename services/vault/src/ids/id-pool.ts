import type { Tx } from '@pii-vault/platform/db/database';

/**
 * Ids from a sequence whose INCREMENT is the block size: one round trip reserves a block, so that a person's
 * ids are known before its fields are encrypted. Blocks of a stopped process are never used.
 */
export class IdPool {
  readonly #sequence: string;
  readonly #blockSize: number;
  #free: number[] = [];

  constructor(sequence: 'individual_ids' | 'field_ids') {
    this.#sequence = sequence;
    this.#blockSize = BLOCK_SIZES[sequence];
  }

  /** `count` new ids, ascending where they come from one reservation. Asks through `query` when too few are left. */
  async take(query: Tx['query'], count: number): Promise<number[]> {
    if (this.#free.length < count) await this.#reserve(query, count);
    return this.#free.splice(0, count);
  }

  async #reserve(query: Tx['query'], count: number): Promise<void> {
    const blocks = Math.ceil(count / this.#blockSize);
    const rows = await query<{ first: number }>(
      'SELECT nextval($1::regclass) AS first FROM generate_series(1, $2::integer)',
      [this.#sequence, blocks],
    );
    const ids = rows.flatMap(({ first }) => Array.from({ length: this.#blockSize }, (_, i) => first + i));
    // Behind what is left, and what a parallel reservation brought: enough for this caller in any case.
    this.#free = [...this.#free, ...ids];
  }
}

/** As in migrations/0001_create_people.sql. */
const BLOCK_SIZES = { individual_ids: 32, field_ids: 256 } as const;
