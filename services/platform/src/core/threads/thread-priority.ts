import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Gives a third of the CPU share of a thread with normal priority. */
const NICE = 5;

/**
 * Lowers the priority of the calling thread. For threads with background or bulk work, so that threads which answer
 * requests come first on busy cores. Linux has a priority per thread id (setpriority(2), NOTES); elsewhere this does
 * nothing.
 */
export function lowerThreadPriority(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE);
  } catch {
    // The work is the same with normal priority.
  }
}
