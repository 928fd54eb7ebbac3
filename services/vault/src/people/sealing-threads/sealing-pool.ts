import { internal, unavailable } from '@pii-vault/platform/core/errors/app-error';
import { JobThread } from '@pii-vault/platform/core/threads/job-thread';
import { leastLoaded } from '@pii-vault/platform/core/threads/least-loaded';
import { RandomPool } from '../../keys/envelope/random-pool.ts';
import {
  type NewPerson,
  type SealedPerson,
  type SealingKeys,
  sealNewPerson,
} from '../records/seal-person.ts';
import { packNewPeople } from './packed-new-people.ts';
import { type PackedSeals, unpackSeals } from './packed-seals.ts';
import type { SealingTask } from './sealing-protocol.ts';

/** Up to this many are encrypted in the calling thread: they take one slice, and a thread may have to start. */
const FEW = 8;
/** Idle time after which a thread ends, ms. */
const IDLE_MS = 60_000;
/** Size of the young generation: objects are needed only for the duration of a job. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 24 } as const;

/**
 * Encrypts new people: many outside the event loop, in threads that start on demand and end when idle. Threads draw
 * their own random bytes.
 */
export class SealingPool {
  readonly #random = new RandomPool();
  readonly #size: number;
  readonly #now: () => number;
  readonly #threads: JobThread[] = [];
  #usedAt = 0;
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
   * In the order of `people`, each with a new data key. Pass at most some hundreds per call: a thread runs its calls
   * one after the other. @throws AppError UNAVAILABLE SEALING_ENDED, INTERNAL SEALING_FAILED from a thread
   */
  async seal(keys: SealingKeys, people: readonly NewPerson[]): Promise<SealedPerson[]> {
    if (people.length <= FEW) return people.map((person) => sealNewPerson(keys, this.#random, person));
    if (this.#isStopped) throw ended();
    this.#usedAt = this.#now();
    const thread = leastLoaded(this.#threads, this.#size, startThread);
    const { companyId, fieldKey, indexKey } = keys;
    const task: SealingTask = {
      does: 'seal',
      keys: { companyId, fieldKey, indexKey },
      people: packNewPeople(people),
    };
    return unpackSeals(await thread.ask<PackedSeals>(task), fieldKey.version);
  }

  /** Call it every few seconds: ends threads that were idle for a minute. */
  async rest(): Promise<void> {
    if (this.#threads.some(({ jobs }) => jobs > 0) || this.#now() - this.#usedAt <= IDLE_MS) return;
    await Promise.all(this.#threads.splice(0).map((thread) => thread.end()));
  }

  /** Ends after the accepted jobs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }
}

function startThread(): JobThread {
  return new JobThread({
    name: 'sealing',
    file: new URL('./sealing-worker.ts', import.meta.url),
    limits: LIMITS,
    ended,
    failed: (cause) => internal('SEALING_FAILED', 'People could not be encrypted', { cause }),
  });
}

const ended = (cause?: Error) =>
  unavailable('SEALING_ENDED', 'People cannot be encrypted just now', { cause });
