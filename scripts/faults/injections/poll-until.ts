import { setTimeout as delay } from 'node:timers/promises';
import { FaultMissed } from './fault.ts';

const WITHIN_MS = 30_000;
const LOOK_MS = 50;

/**
 * Looks again and again, for half a minute unless told. A look that fails has not seen it yet.
 * @param missed says what is the matter
 * @throws FaultMissed when it does not become so; it names the fault of the last look, too
 */
export async function within(
  missed: () => string,
  isSo: () => Promise<boolean> | boolean,
  forMs: number = WITHIN_MS,
): Promise<void> {
  const until = performance.now() + forMs;
  for (;;) {
    let failed = '';
    try {
      if (await isSo()) return;
    } catch (error) {
      failed = ` (${error instanceof Error ? error.message : 'unknown fault'})`;
    }
    if (performance.now() > until) throw new FaultMissed(`${missed()}${failed}`);
    await delay(LOOK_MS);
  }
}
