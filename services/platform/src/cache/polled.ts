import { AppError } from '../errors/app-error.ts';

/** Age at which what the owner last said is not believed any more, ms. */
const CLOSED_MS = 5_000;

/**
 * State owned by another service: fetched every 2 s by whoever makes one, and at once when somebody has to know (`get`,
 * which fails closed: what decides about access).
 */
export class Polled<T> {
  readonly #fetch: () => Promise<T>;
  readonly #now: () => number;
  readonly #what: string;
  #value: { readonly at: number; readonly value: T } | undefined;
  #inFlight: Promise<T> | undefined;

  constructor(what: string, fetch: () => Promise<T>, now: () => number = Date.now) {
    this.#what = what;
    this.#fetch = fetch;
    this.#now = now;
  }

  /** Fetches anew; callers at the same time share one call. */
  refresh(): Promise<T> {
    this.#inFlight ??= this.#run().finally(() => {
      this.#inFlight = undefined;
    });
    return this.#inFlight;
  }

  /** What the owner said within 5 s, without asking anew. */
  peek(): T | undefined {
    const known = this.#value;
    return known !== undefined && this.#now() - known.at < CLOSED_MS ? known.value : undefined;
  }

  /** @throws AppError UNAVAILABLE when the owner has not answered for 5 s */
  async get(): Promise<T> {
    const known = this.peek();
    if (known !== undefined) return known;
    try {
      return await this.refresh();
    } catch (cause) {
      throw new AppError(
        'UNAVAILABLE',
        'STATE_UNKNOWN',
        `The ${this.#what} cannot be checked at the moment`,
        {
          cause,
          retryAfterMs: 2_000,
        },
      );
    }
  }

  async #run(): Promise<T> {
    // The answer is as old as the question.
    const at = this.#now();
    const value = await this.#fetch();
    this.#value = { at, value };
    return value;
  }
}
