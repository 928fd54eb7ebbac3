import { setTimeout as delay } from 'node:timers/promises';
import { FaultMissed } from './fault.ts';

const TIMEOUT_MS = 30_000;
const POLL_MS = 50;

/**
 * Calls `isSo` until it returns true. An error counts as false.
 * @param missed describes the current state
 * @param timeoutMs default half a minute
 * @throws FaultMissed after the timeout, with `missed()` and the last error
 */
export async function pollUntil(
  missed: () => string,
  isSo: () => Promise<boolean> | boolean,
  timeoutMs: number = TIMEOUT_MS,
): Promise<void> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    let failed = '';
    try {
      if (await isSo()) return;
    } catch (error) {
      failed = ` (${error instanceof Error ? error.message : 'unknown fault'})`;
    }
    if (performance.now() > until) throw new FaultMissed(`${missed()}${failed}`);
    await delay(POLL_MS);
  }
}
