import { internal } from '@pii-vault/platform/core/errors/app-error';
import { allocateRows, type EncodedRows } from '../encoding/encoded-rows.ts';
import { type LinkableFields, type RecordEncoder, recordEncoder } from '../encoding/record-encoder.ts';
import { OpenScopes, type ScopeKey } from './open-scopes.ts';

/**
 * Remembered of each kind, twice over at most: a sixteenth of what a thread remembers, for this heap has other work.
 */
const WORDS = 2_048;

/** Encodes one person where it is asked for: a thread would take longer to hear of it than to do it. */
export class LoneEncoder {
  readonly #scopes = new OpenScopes<RecordEncoder>(
    (key) => recordEncoder(key, WORDS),
    (encoder) => encoder.wipe(),
  );

  /** @throws AppError INTERNAL ENCODING_FAILED */
  encode(scope: ScopeKey, person: LinkableFields, now: number): EncodedRows {
    const rows = allocateRows(1);
    try {
      this.#scopes.of(scope, now).encode(person, rows, 0);
    } catch (error) {
      // Its message might hold a value.
      const cause = new Error(error instanceof Error ? error.name : 'Error');
      throw internal('ENCODING_FAILED', 'People could not be encoded', { cause });
    }
    return rows;
  }

  /** Closes the scopes that were not used since then and overwrites their keys. */
  closeUnused(since: number): void {
    this.#scopes.closeUnused(since);
  }

  closeAll(): void {
    this.#scopes.closeAll();
  }
}
