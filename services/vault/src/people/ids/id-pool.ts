import type { NamedStatement } from '@pii-vault/platform/postgres/database';

/** Runs a statement and returns its rows, inside or outside a transaction. */
type Ask = (statement: NamedStatement) => Promise<{ first: number }[]>;

/** Minimum reservation: a busy process queries every 256 people. */
const BLOCKS_AT_ONCE = 8;

/**
 * Ids from a sequence whose INCREMENT is the block size: one round trip reserves several blocks, so that a person's ids
 * are known before its fields are encrypted. Blocks of a stopped process are never used.
 */
export class IdPool {
  readonly #sequence: string;
  readonly #blockSize: number;
  #reserved: readonly number[] = [];
  /** Number of ids already used. */
  #given = 0;

  constructor(sequence: 'individual_ids' | 'field_ids') {
    this.#sequence = sequence;
    this.#blockSize = BLOCK_SIZES[sequence];
  }

  /** `count` new ids, ascending within one reservation. Reserves through `ask` when too few are left. */
  async take(ask: Ask, count: number): Promise<number[]> {
    if (this.#reserved.length - this.#given < count) await this.#reserve(ask, count);
    this.#given += count;
    return this.#reserved.slice(this.#given - count, this.#given);
  }

  async #reserve(ask: Ask, count: number): Promise<void> {
    const blocks = Math.max(BLOCKS_AT_ONCE, Math.ceil(count / this.#blockSize));
    const rows = await ask({
      name: 'reserve_ids',
      text: 'SELECT nextval($1::regclass) AS first FROM generate_series(1, $2::integer)',
      values: [this.#sequence, blocks],
    });
    const ids = rows.flatMap(({ first }) => Array.from({ length: this.#blockSize }, (_, i) => first + i));
    // After the remaining ids and those of a concurrent reservation: enough for this caller in any case.
    this.#reserved = [...this.#reserved.slice(this.#given), ...ids];
    this.#given = 0;
  }
}

/** As in migrations/0001_people.sql. */
const BLOCK_SIZES = { individual_ids: 32, field_ids: 256 } as const;
