import { unavailable } from '../core/errors/app-error.ts';

/** Age from which a cached value is stale, ms. */
const CLOSED_MS = 5_000;

/**
 * Cache of state that another service owns. Its creator calls `refresh` every 2 s. `get` fetches when the value is
 * stale and fails closed, so it suits decisions about access.
 */
export class PollingCache<T> {
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

  /** Fetches the state; concurrent callers share one call. */
  refresh(): Promise<T> {
    this.#inFlight ??= this.#run().finally(() => {
      this.#inFlight = undefined;
    });
    return this.#inFlight;
  }

  /** The cached value if it is younger than 5 s; never fetches. */
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
      throw unavailable('STATE_UNKNOWN', `The ${this.#what} cannot be checked at the moment`, {
        cause,
        retryAfterMs: 2_000,
      });
    }
  }

  async #run(): Promise<T> {
    // The age counts from the request, not from the response.
    const at = this.#now();
    const value = await this.#fetch();
    this.#value = { at, value };
    return value;
  }
}
