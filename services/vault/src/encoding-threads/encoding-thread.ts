import { Worker } from 'node:worker_threads';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { threadEnv } from '@pii-vault/platform/process/thread-env';
import type { EncodedRows } from '../encoding/encoded-rows.ts';
import type { EncodingAnswer, EncodingTask } from './encoding-protocol.ts';
import { OpenScopes, type ScopeKey } from './open-scopes.ts';
import type { PackedPeople } from './packed-people.ts';

/** What a thread may take of the heap, for words it remembers above all: a scope's are 20 MB at most. */
const HEAP_MB = 512;
/** Of that for what it has just made: words of a record are needed no longer than the record. */
const YOUNG_MB = 24;

/** A worker thread, the scopes open in it and the jobs it was given. */
export class EncodingThread {
  readonly #worker: Worker;
  readonly #jobs = new Map<number, PromiseWithResolvers<EncodedRows>>();
  /** By their numbers in the thread. */
  readonly #scopes = new OpenScopes<number>(
    (key) => {
      const scope = this.#next();
      this.#tell({ does: 'open', scope, key });
      return scope;
    },
    (scope) => this.#tell({ does: 'close', scope }),
  );
  readonly #ended = Promise.withResolvers<void>();
  #last = 0;
  #hasEnded = false;

  constructor() {
    this.#worker = new Worker(new URL('./encoding-worker.ts', import.meta.url), {
      name: 'encoding',
      env: threadEnv(),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker.on('message', (answer: EncodingAnswer) => this.#settle(answer));
    this.#worker.on('error', () => this.#end());
    this.#worker.once('exit', () => {
      this.#end();
      this.#ended.resolve();
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get jobs(): number {
    return this.#jobs.size;
  }

  get scopes(): number {
    return this.#scopes.size;
  }

  /** @throws AppError UNAVAILABLE ENCODING_ENDED when the thread dies, INTERNAL ENCODING_FAILED */
  encode(scope: ScopeKey, people: PackedPeople, now: number): Promise<EncodedRows> {
    const id = this.#scopes.of(scope, now);
    const job = this.#next();
    const waiting = Promise.withResolvers<EncodedRows>();
    this.#jobs.set(job, waiting);
    this.#tell({ does: 'encode', job, scope: id, people });
    return waiting.promise;
  }

  /** Closes the scopes that nobody used since then: their keys are overwritten. */
  closeUnused(since: number): void {
    this.#scopes.closeUnused(since);
  }

  /** Ends after the jobs it was given, with its keys overwritten. */
  async end(): Promise<void> {
    if (!this.#hasEnded) this.#tell({ does: 'end' });
    await this.#ended.promise;
  }

  #settle(answer: EncodingAnswer): void {
    const waiting = this.#jobs.get(answer.job);
    this.#jobs.delete(answer.job);
    if ('rows' in answer) waiting?.resolve(answer.rows);
    else {
      const cause = new Error(answer.failed);
      waiting?.reject(new AppError('INTERNAL', 'ENCODING_FAILED', 'People could not be encoded', { cause }));
    }
  }

  #end(): void {
    this.#hasEnded = true;
    for (const { reject } of this.#jobs.values())
      reject(new AppError('UNAVAILABLE', 'ENCODING_ENDED', 'People cannot be encoded just now'));
    this.#jobs.clear();
    this.#scopes.forget();
  }

  #tell(task: EncodingTask): void {
    this.#worker.postMessage(task);
  }

  #next(): number {
    this.#last += 1;
    return this.#last;
  }
}
