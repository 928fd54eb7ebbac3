import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A third of the share of a core that a thread of the usual priority gets. */
const NICE = 5;

/**
 * To be called by a thread whose work no request waits for, or one for many people: where the cores are full it goes
 * after those that answer.
 * Linux keeps a priority for each thread and knows it by a number (setpriority(2), NOTES); elsewhere nothing changes.
 */
export function lowerThreadPriority(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE);
  } catch {
    // The work is the same, at the usual priority.
  }
}
