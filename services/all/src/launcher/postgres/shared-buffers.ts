import { totalmem } from 'node:os';

const MB = 1024 * 1024;
const SHARE = 1 / 8;
const [LEAST_MB, MOST_MB] = [128, 2_048];

/**
 * The value of `shared_buffers`. PostgreSQL's manual recommends a quarter of a dedicated machine's memory (Resource
 * Consumption, Memory); this machine is shared with the program. Unused buffers are never touched.
 * @param memoryBytes memory of the machine or the program's limit, whichever is less
 */
export function sharedBuffers(memoryBytes: number = memoryHere()): string {
  const share = Math.floor((memoryBytes * SHARE) / MB);
  return `${Math.min(Math.max(share, LEAST_MB), MOST_MB)}MB`;
}

/** Usable memory: the container's limit if there is one (without one, Node reports 0 or more than exists). */
function memoryHere(): number {
  const limit = process.constrainedMemory();
  return limit === 0 ? totalmem() : Math.min(limit, totalmem());
}
