import type { KeyObject } from 'node:crypto';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { allocateRows, type EncodedRows } from '../encoding/encoded-rows.ts';
import { type LinkableFields, type RecordEncoder, recordEncoder } from '../encoding/record-encoder.ts';
import type { ScopeKey } from './encoding-thread.ts';

interface OpenScope {
  readonly key: KeyObject;
  readonly encoder: RecordEncoder;
  usedAt: number;
}

/** Scopes that are open at once; the one unused for longest makes room. */
const MAX_SCOPES = 8;
/** Remembered of each kind, twice over at most: a sixteenth of what a thread remembers, for this heap has other work. */
const WORDS = 2_048;

/** Encodes one person where it is asked for: a thread would take longer to hear of it than to do it. */
export class LoneEncoder {
  readonly #scopes = new Map<string, OpenScope>();

  /** @throws AppError INTERNAL ENCODING_FAILED */
  encode(scope: ScopeKey, person: LinkableFields, now: number): EncodedRows {
    const rows = allocateRows(1);
    try {
      this.#open(scope, now).encode(person, rows, 0);
    } catch (error) {
      // Its message might hold a value.
      const cause = new Error(error instanceof Error ? error.name : 'Error');
      throw new AppError('INTERNAL', 'ENCODING_FAILED', 'People could not be encoded', { cause });
    }
    return rows;
  }

  /** Closes the scopes that nobody used since then: their keys are overwritten. */
  closeUnused(since: number): void {
    for (const [name, { usedAt }] of this.#scopes) if (usedAt < since) this.#close(name);
  }

  closeAll(): void {
    for (const name of this.#scopes.keys()) this.#close(name);
  }

  #open(scope: ScopeKey, usedAt: number): RecordEncoder {
    const name = `${scope.name} ${scope.keyVersion}`;
    const known = this.#scopes.get(name);
    if (known?.key.equals(scope.key)) {
      known.usedAt = usedAt;
      // The last of the map is the one used last.
      this.#scopes.delete(name);
      this.#scopes.set(name, known);
      return known.encoder;
    }
    const encoder = recordEncoder(scope.key, WORDS);
    this.#close(name);
    const oldest = this.#scopes.keys().next();
    if (this.#scopes.size >= MAX_SCOPES && !oldest.done) this.#close(oldest.value);
    this.#scopes.set(name, { key: scope.key, encoder, usedAt });
    return encoder;
  }

  #close(name: string): void {
    this.#scopes.get(name)?.encoder.wipe();
    this.#scopes.delete(name);
  }
}
