/** Failed attempts, over about a day, after which a delivery is dead until it is replayed. */
export const MAX_ATTEMPTS = 10;

const FIRST_MS = 5_000;
const FACTOR = 4;
const LONGEST_MS = 6 * 60 * 60 * 1_000;
/** A longer requested delay is shortened to this. */
const LONGEST_ASKED_MS = 60 * 60 * 1_000;

/**
 * Delay after the nth failed attempt, in ms: 5 s, 20 s, 80 s … at most 6 h, less a random part of up to half, so that
 * retries spread; not before the receiver's Retry-After.
 */
export function retryDelayMs(
  attempt: number,
  askedMs: number | undefined,
  random: () => number = Math.random,
): number {
  const whole = Math.min(FIRST_MS * FACTOR ** (attempt - 1), LONGEST_MS);
  const jittered = whole * (0.5 + random() / 2);
  return Math.round(Math.max(jittered, Math.min(askedMs ?? 0, LONGEST_ASKED_MS)));
}
