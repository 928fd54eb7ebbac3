import { readFile, readlink } from 'node:fs/promises';

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const STARTTIME_AFTER_COMM = 19;

/**
 * Boot id and start time of a process, which together with its pid name it for ever (proc(5), field 22 of stat).
 * Undefined where there is no /proc: then the pid alone must do.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[STARTTIME_AFTER_COMM]}`;
  } catch {
    return undefined;
  }
}

/** The working folder of a process, undefined where it cannot be told. */
export async function processFolder(pid: number): Promise<string | undefined> {
  return await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
}
