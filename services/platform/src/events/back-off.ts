const FIRST_MS = 100;
const MAX_MS = 5_000;

/**
 * Pause in ms after the nth failure in a row: doubles up to 5 s; half of it is random, so that processes do not
 * try again in step.
 */
export function backOff(failures: number): number {
  const ms = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 10), MAX_MS);
  return ms * (0.5 + Math.random() / 2);
}
