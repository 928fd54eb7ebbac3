import { internal } from '@pii-vault/platform/core/errors/app-error';
import { allocateRows, type EncodedRows } from '../encoded-rows.ts';
import { type LinkableFields, type RecordEncoder, recordEncoder } from '../record-encoder.ts';
import { OpenScopes, type ScopeKey } from './open-scopes.ts';

/** Cache entries of each kind and generation: a sixteenth of a thread's, because this heap is shared. */
const WORDS = 2_048;

/** Encodes one person in the calling thread: passing it to a thread takes longer than encoding it. */
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
      // Its message may contain a value.
      const cause = new Error(error instanceof Error ? error.name : 'Error');
      throw internal('ENCODING_FAILED', 'People could not be encoded', { cause });
    }
    return rows;
  }

  /** Closes the scopes unused since then and overwrites their keys. */
  closeUnused(since: number): void {
    this.#scopes.closeUnused(since);
  }

  closeAll(): void {
    this.#scopes.closeAll();
  }
}
