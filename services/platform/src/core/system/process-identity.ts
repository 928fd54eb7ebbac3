import { readFile, readlink } from 'node:fs/promises';

/** Whether the process is running. A zombie, which its parent has not reaped, keeps its pid but is not running. */
export async function isProcessAlive(pid: number): Promise<boolean> {
  return isPidTaken(pid) && !ENDED.has((await readStat(pid))[STATE] ?? '');
}

/** Whether a process with that pid exists, including zombies. */
export function isPidTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Zombie and dead: states by proc(5), field 3 of stat. */
const ENDED: ReadonlySet<string> = new Set(['Z', 'X']);
const STATE = 0;
const STARTTIME = 19;

/**
 * Boot id and start time of a process, which together with its pid identify it uniquely (proc(5), field 22 of stat).
 * Undefined without /proc: then only the pid is available.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  const started = (await readStat(pid))[STARTTIME];
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => undefined);
  return started === undefined || boot === undefined ? undefined : `${boot.trim()} ${started}`;
}

/** The fields of proc(5)'s stat after the program name; empty for a missing process, or without /proc. */
async function readStat(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The working folder of a process; undefined when it cannot be read. */
export async function processFolder(pid: number): Promise<string | undefined> {
  return await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
}
