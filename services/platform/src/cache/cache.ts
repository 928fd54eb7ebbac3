/** Port for short-lived entries that may be lost: rate limits and short caches, never the only copy. */
export interface Cache {
  get(key: string): Promise<Buffer | undefined>;
  /** `ttlMs` is a whole number of milliseconds above 0. */
  set(key: string, value: Uint8Array | string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Adds `by` (default 1) and returns the new count. The first call starts the time to live; later ones keep it. */
  increment(key: string, ttlMs: number, by?: number): Promise<number>;
  close(): Promise<void>;
}
