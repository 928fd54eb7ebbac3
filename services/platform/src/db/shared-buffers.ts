import { totalmem } from 'node:os';

const MB = 1024 * 1024;
const SHARE = 1 / 8;
const [LEAST_MB, MOST_MB] = [128, 2_048];

/**
 * What PostgreSQL may keep of its pages, for `shared_buffers`. Its manual has a quarter of the memory of a machine of
 * its own (Resource Consumption, Memory); this one is shared with the program, and what nothing needs is never touched.
 * @param memoryBytes of the machine, or what the program may take of it, whichever is less
 */
export function sharedBuffers(memoryBytes: number = memoryHere()): string {
  const share = Math.floor((memoryBytes * SHARE) / MB);
  return `${Math.min(Math.max(share, LEAST_MB), MOST_MB)}MB`;
}

/** A container's limit counts; without one the system tells 0, or more than there is. */
function memoryHere(): number {
  const limit = process.constrainedMemory();
  return limit === 0 ? totalmem() : Math.min(limit, totalmem());
}
