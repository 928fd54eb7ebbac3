interface Counted {
  readonly jobs: number;
  readonly hasEnded: boolean;
}

/**
 * The thread with the fewest jobs. Starts another one while all are busy and there are fewer than `size`. Ignores ended
 * threads.
 */
export function leastLoaded<Thread extends Counted>(
  threads: Thread[],
  size: number,
  start: () => Thread,
): Thread {
  for (let at = threads.length - 1; at >= 0; at -= 1) if (threads[at]?.hasEnded) threads.splice(at, 1);
  const found = threads.toSorted((a, b) => a.jobs - b.jobs)[0];
  if (found !== undefined && (found.jobs === 0 || threads.length === size)) return found;
  const thread = start();
  threads.push(thread);
  return thread;
}
