import { type BulkPool, startBulkPool } from './bulk-pool.ts';

/** Lends a pool of threads to one job at a time. */
export interface BulkPools {
  /**
   * Does the work with a pool, and keeps it for the next one if `isKept` of the result says so.
   * @throws what the work throws: its pool is ended then
   */
  lend<T>(work: (pool: BulkPool) => Promise<T>, isKept: (result: T) => boolean): Promise<T>;
}

/**
 * Keeps one idle pool. During an import, passes follow each other within seconds, and a new thread loads and compiles
 * its code again, which costs as much as a pass over ten thousand records.
 * @param idleMs after this time without work the pool ends and its memory is free
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
