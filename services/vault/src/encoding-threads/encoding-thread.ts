import { internal, unavailable } from '@pii-vault/platform/core/errors/app-error';
import { JobThread } from '@pii-vault/platform/core/threads/job-thread';
import type { EncodedRows } from '../encoding/encoded-rows.ts';
import type { EncodingTask } from './encoding-protocol.ts';
import { OpenScopes, type ScopeKey } from './open-scopes.ts';
import type { PackedPeople } from './packed-people.ts';

/** What a thread may take of the heap, for words it remembers above all: a scope's are 20 MB at most. */
const HEAP_MB = 512;
/** Of that for what it has just made: words of a record are needed no longer than the record. */
const YOUNG_MB = 24;

/** A thread that encodes, and the scopes open in it. */
export class EncodingThread {
  readonly #thread = new JobThread({
    name: 'encoding',
    file: new URL('./encoding-worker.ts', import.meta.url),
    limits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    ended: (cause) => unavailable('ENCODING_ENDED', 'People cannot be encoded just now', { cause }),
    failed: (cause) => internal('ENCODING_FAILED', 'People could not be encoded', { cause }),
  });
  /** By their numbers in the thread. */
  readonly #scopes = new OpenScopes<number>(
    (key) => {
      this.#lastScope += 1;
      this.#tell({ does: 'open', scope: this.#lastScope, key });
      return this.#lastScope;
    },
    (scope) => this.#tell({ does: 'close', scope }),
  );
  #lastScope = 0;

  get hasEnded(): boolean {
    return this.#thread.hasEnded;
  }

  get jobs(): number {
    return this.#thread.jobs;
  }

  get scopes(): number {
    return this.hasEnded ? 0 : this.#scopes.size;
  }

  /** @throws AppError UNAVAILABLE ENCODING_ENDED when the thread dies, INTERNAL ENCODING_FAILED */
  async encode(scope: ScopeKey, people: PackedPeople, now: number): Promise<EncodedRows> {
    const task: EncodingTask = { does: 'encode', scope: this.#scopes.of(scope, now), people };
    return await this.#thread.ask<EncodedRows>(task);
  }

  /** Closes the scopes that were not used since then and overwrites their keys. */
  closeUnused(since: number): void {
    if (!this.hasEnded) this.#scopes.closeUnused(since);
  }

  /** Ends after the jobs it was given, with its keys overwritten. */
  async end(): Promise<void> {
    await this.#thread.end();
  }

  #tell(task: EncodingTask): void {
    this.#thread.tell(task);
  }
}
