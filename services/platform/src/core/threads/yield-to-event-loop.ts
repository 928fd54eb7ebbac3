import { setImmediate } from 'node:timers';

const waiting: (() => void)[] = [];

/**
 * Call it between slices of long work. Resumes one waiting caller per turn of the event loop, the longest waiting
 * first. With setImmediate alone, all would resume in one turn, and new requests would wait for all their slices.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letOneGoOn);
  });
}

function letOneGoOn(): void {
  waiting.shift()?.();
  // An immediate that is set during the immediates of a turn runs in the next turn.
  if (waiting.length > 0) setImmediate(letOneGoOn);
}
