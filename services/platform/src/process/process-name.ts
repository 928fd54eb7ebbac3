import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { isProcessAlive, processIdentity } from './process-identity.ts';

const HOST = hostname().replaceAll(/[^\w-]/g, '-');

/** Names a process for ever: `<host>.<pid>.<start>`, of letters, digits, underlines, hyphens and full stops. */
export async function nameOfProcess(pid: number): Promise<string> {
  const start = createHash('sha256').update((await processIdentity(pid)) ?? '');
  return `${HOST}.${pid}.${start.digest('hex').slice(0, 12)}`;
}

/** This one's. */
export const PROCESS_NAME = await nameOfProcess(process.pid);

/**
 * Whether it was a process of this host, and runs no more: who comes in its place need not wait until it is missed. A
 * container that is started again has the host's name of the one before; two that run at a time need one each.
 */
export async function isGone(name: string): Promise<boolean> {
  const [, host, digits] = /^([\w-]+)\.(\d+)\.[0-9a-f]{12}$/.exec(name) ?? [];
  if (host !== HOST || digits === undefined) return false;
  const pid = Number(digits);
  return !(await isProcessAlive(pid)) || (await nameOfProcess(pid)) !== name;
}
