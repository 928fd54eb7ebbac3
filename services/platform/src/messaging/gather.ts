/** Batches work of several sources. */
export interface Gather<T> {
  /**
   * Adds a source's items; resolves when all are handled and rejects when handling fails, with the rest of
   * this source untouched.
   */
  add(items: readonly T[]): Promise<void>;
  /** Resolves when no handler is running. */
  idle(): Promise<void>;
}

interface Source<T> {
  readonly items: readonly T[];
  next: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Calls `handle` with at most `max` items, one call at a time, in each source's order. While one call runs, sources
 * queue for the next, so that many slow sources cost as few calls as one. Needs no timer.
 */
export function createGather<T>(max: number, handle: (items: readonly T[]) => Promise<void>): Gather<T> {
  let waiting: Source<T>[] = [];
  let running: Promise<void> | undefined;

  function take(): { readonly taken: T[]; readonly from: Source<T>[] } {
    const taken: T[] = [];
    const from: Source<T>[] = [];
    for (const source of waiting) {
      if (taken.length >= max) break;
      const some = source.items.slice(source.next, source.next + max - taken.length);
      source.next += some.length;
      taken.push(...some);
      from.push(source);
    }
    return { taken, from };
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const { taken, from } = take();
      try {
        await handle(taken);
        for (const source of from) if (source.next >= source.items.length) source.resolve();
        waiting = waiting.filter((source) => source.next < source.items.length);
      } catch (error) {
        waiting = waiting.filter((source) => !from.includes(source));
        for (const source of from) source.reject(error);
      }
    }
    // In the same turn as the last look at what waits: nothing can be added in between.
    running = undefined;
  }

  return {
    add(items) {
      if (items.length === 0) return Promise.resolve();
      const added = new Promise<void>((resolve, reject) => waiting.push({ items, next: 0, resolve, reject }));
      // Includes whatever else arrives in this turn.
      running ??= Promise.resolve().then(run);
      return added;
    },
    idle: () => running ?? Promise.resolve(),
  };
}
