const FIRST_MS = 100;
const MAX_MS = 2_000;

/**
 * Pause in ms after the nth consecutive failure: doubles up to 2 s, which bounds the delay after a fault is over. Half
 * of it is random, so that processes do not retry in step.
 */
export function backOff(failures: number): number {
  const ms = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 10), MAX_MS);
  return ms * (0.5 + Math.random() / 2);
}
