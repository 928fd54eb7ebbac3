import { setImmediate } from 'node:timers';

const waiting: (() => void)[] = [];

/**
 * Ends a slice of long work: resolves in a turn of the event loop in which no other slice that waited here is done, the
 * longest waiting first. setImmediate alone lets all that wait go on in one turn, and whoever came in meanwhile waits
 * for the sum of them.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letOneGoOn);
  });
}

function letOneGoOn(): void {
  waiting.shift()?.();
  // Seen only in the next turn: what is set amid a turn's immediates waits for the turn after it.
  if (waiting.length > 0) setImmediate(letOneGoOn);
}
