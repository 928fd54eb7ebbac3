import { setTimeout as delay } from 'node:timers/promises';

const [EVERY_MS, TIMEOUT_MS] = [50, 60_000];

/**
 * Reads until there is something. Not vi.waitUntil, because a benchmark sets up the same world.
 * @throws Error after a minute
 */
export async function polled<T>(read: () => Promise<T | undefined>): Promise<T> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    if (performance.now() > until) throw new Error(`Nothing within ${TIMEOUT_MS} ms: ${read}`);
    await delay(EVERY_MS);
  }
}
