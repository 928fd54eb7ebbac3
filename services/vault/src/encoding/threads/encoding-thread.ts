import { internal, unavailable } from '@pii-vault/platform/core/errors/app-error';
import { JobThread } from '@pii-vault/platform/core/threads/job-thread';
import type { EncodedRows } from '../encoded-rows.ts';
import type { EncodingTask } from './encoding-protocol.ts';
import { OpenScopes, type ScopeKey } from './open-scopes.ts';
import type { PackedPeople } from './packed-people.ts';

/** Heap limit of a thread, mostly for its word cache: at most 20 MB per scope. */
const HEAP_MB = 512;
/** Size of its young generation: words of a record are needed only as long as the record. */
const YOUNG_MB = 24;

/** A thread that encodes, and its open scopes. */
export class EncodingThread {
  readonly #thread = new JobThread({
    name: 'encoding',
    file: new URL('./encoding-worker.ts', import.meta.url),
    limits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    ended: (cause) => unavailable('ENCODING_ENDED', 'People cannot be encoded just now', { cause }),
    failed: (cause) => internal('ENCODING_FAILED', 'People could not be encoded', { cause }),
  });
  /** By scope number. */
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

  /** Closes the scopes unused since then and overwrites their keys. */
  closeUnused(since: number): void {
    if (!this.hasEnded) this.#scopes.closeUnused(since);
  }

  /** Ends after the accepted jobs, with its keys overwritten. */
  async end(): Promise<void> {
    await this.#thread.end();
  }

  #tell(task: EncodingTask): void {
    this.#thread.tell(task);
  }
}
