import { type BulkPool, startBulkPool } from './bulk-pool.ts';

/** Lends a pool of threads to one job at a time. */
export interface BulkPools {
  /**
   * Runs the work with a pool. Keeps the pool for the next job if `isKept` of the result is true.
   * @throws the error of the work; its pool is ended then
   */
  lend<T>(work: (pool: BulkPool) => Promise<T>, isKept: (result: T) => boolean): Promise<T>;
}

/**
 * Keeps one idle pool. During an import, passes follow within seconds. A new thread loads and compiles its code again,
 * which costs as much as a pass over 10,000 records.
 * @param idleMs idle time after which the pool ends and frees its memory
 */
export function keptPools(idleMs = 30_000, start: () => BulkPool = startBulkPool): BulkPools {
  let idle: { readonly pool: BulkPool; readonly end: NodeJS.Timeout } | undefined;
  const take = (): BulkPool => {
    const taken = idle;
    idle = undefined;
    clearTimeout(taken?.end);
    if (taken === undefined || !taken.pool.isBroken()) return taken?.pool ?? start();
    void taken.pool.close();
    return start();
  };
  const keepIdle = (pool: BulkPool): void => {
    const end = setTimeout(() => {
      idle = undefined;
      void pool.close();
    }, idleMs).unref();
    idle = { pool, end };
  };
  return {
    async lend(work, isKept) {
      const pool = take();
      let keep = false;
      try {
        const result = await work(pool);
        keep = idle === undefined && !pool.isBroken() && isKept(result);
        return result;
      } finally {
        if (keep) keepIdle(pool);
        else await pool.close();
      }
    },
  };
}
