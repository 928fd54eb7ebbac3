import { resourceExhausted, unavailable } from '@pii-vault/platform/core/errors/app-error';
import { leastLoaded } from '@pii-vault/platform/core/threads/least-loaded';
import type { EncodedRows } from '../encoded-rows.ts';
import type { LinkableFields } from '../record-encoder.ts';
import { EncodingThread } from './encoding-thread.ts';
import { LoneEncoder } from './lone-encoder.ts';
import type { ScopeKey } from './open-scopes.ts';
import { packPeople } from './packed-people.ts';

/** How long an unused key stays in a thread: the lifetime of an opened key, ms. */
const KEY_LIFE_MS = 60_000;
/** Jobs of a thread, running or queued; a caller has one for each scope of its batch. */
const MAX_JOBS = 64;

/**
 * Encodes people outside the event loop, in threads that start on demand and end when idle. A single person is encoded
 * in the calling thread.
 */
export class EncodingPool {
  readonly #lone = new LoneEncoder();
  readonly #size: number;
  readonly #now: () => number;
  readonly #threads: EncodingThread[] = [];
  #isStopped = false;

  /** @param size maximum number of threads */
  constructor(size: number, now: () => number = Date.now) {
    this.#size = size;
    this.#now = now;
  }

  /** Current number of threads. */
  get threads(): number {
    return this.#threads.length;
  }

  /**
   * A row for each of the people, in order. Pass at most some hundreds per call: a thread runs its calls one after the
   * other.
   * @throws AppError RESOURCE_EXHAUSTED ENCODING_BUSY, UNAVAILABLE ENCODING_ENDED, INTERNAL ENCODING_FAILED
   */
  async encode(scope: ScopeKey, people: readonly LinkableFields[]): Promise<EncodedRows> {
    if (this.#isStopped) throw unavailable('ENCODING_ENDED', 'The vault is shutting down');
    const [first] = people;
    if (first !== undefined && people.length === 1) return this.#lone.encode(scope, first, this.#now());
    const thread = leastLoaded(this.#threads, this.#size, () => new EncodingThread());
    if (thread.jobs >= MAX_JOBS)
      throw resourceExhausted('ENCODING_BUSY', 'Too many people wait to be encoded');
    return await thread.encode(scope, packPeople(people), this.#now());
  }

  /** Call it every few seconds: overwrites unused keys, and ends threads without keys. */
  async rest(): Promise<void> {
    const since = this.#now() - KEY_LIFE_MS;
    this.#lone.closeUnused(since);
    for (const thread of this.#threads) thread.closeUnused(since);
    const idle = this.#threads.filter((thread) => thread.jobs === 0 && thread.scopes === 0);
    this.#threads.splice(
      0,
      this.#threads.length,
      ...this.#threads.filter((thread) => !idle.includes(thread)),
    );
    await Promise.all(idle.map((thread) => thread.end()));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#lone.closeAll();
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }
}
