import { setTimeout as delay } from 'node:timers/promises';
import { FaultMissed } from './fault.ts';

const WITHIN_MS = 30_000;
const LOOK_MS = 50;

/** Looks again and again, for half a minute. @param missed says what is the matter. @throws FaultMissed when it does not become so */
export async function within(missed: () => string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const until = performance.now() + WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > until) throw new FaultMissed(missed());
    await delay(LOOK_MS);
  }
}
