import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { isProcessAlive, processIdentity } from './process-identity.ts';

const HOST = hostname().replaceAll(/[^\w-]/g, '-');

/** Unique name of a process: `<host>.<pid>.<start>`, of letters, digits, underscores, hyphens and full stops. */
export async function nameOfProcess(pid: number): Promise<string> {
  const start = createHash('sha256').update((await processIdentity(pid)) ?? '');
  return `${HOST}.${pid}.${start.digest('hex').slice(0, 12)}`;
}

/** Name of this process. */
export const PROCESS_NAME = await nameOfProcess(process.pid);

/**
 * Whether it was a process of this host that has ended, so that its successor need not wait for a timeout. A restarted
 * container keeps its host name; concurrent containers need different ones.
 */
export async function isGone(name: string): Promise<boolean> {
  const [, host, digits] = /^([\w-]+)\.(\d+)\.[0-9a-f]{12}$/.exec(name) ?? [];
  if (host !== HOST || digits === undefined) return false;
  const pid = Number(digits);
  return !(await isProcessAlive(pid)) || (await nameOfProcess(pid)) !== name;
}
