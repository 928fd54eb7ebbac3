const FIRST_MS = 100;
const MAX_MS = 2_000;

/**
 * Pause in ms after the nth failure in a row: doubles up to 2 s, as what has gathered waits that long when a fault is
 * over. Half of it is random, so that processes do not try again in step.
 */
export function backOff(failures: number): number {
  const ms = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 10), MAX_MS);
  return ms * (0.5 + Math.random() / 2);
}
