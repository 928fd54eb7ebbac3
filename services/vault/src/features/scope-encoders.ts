import { type RecordEncoder, recordEncoder } from '../encoding/record-encoder.ts';
import type { Scope } from './scope.ts';

/** Encoders of the scopes used last: they remember the bits of words, so they are kept and are few. */
export class ScopeEncoders {
  readonly #made = new Map<string, Promise<RecordEncoder>>();
  readonly #most: number;

  constructor(most = 4) {
    this.#most = most;
  }

  of(scope: Scope): Promise<RecordEncoder> {
    const name = `${scope.name} ${scope.keyVersion}`;
    const encoder = this.#made.get(name) ?? recordEncoder(scope.key.export());
    this.#made.delete(name);
    this.#made.set(name, encoder);
    const oldest = this.#made.keys().next();
    if (this.#made.size > this.#most && !oldest.done) this.#made.delete(oldest.value);
    return encoder;
  }
}
