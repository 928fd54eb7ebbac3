import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processFolder } from '@pii-vault/platform/core/system/process-identity';

/**
 * Sends SIGKILL to the servers of a vault, which outlive its process: PostgreSQL with its children, Kafka and Redis if
 * present. Linux only (/proc). Resolves when they have ended. Reused pids are not signalled: the vault's processes run
 * in its data folder or have it in their arguments.
 */
export async function killServers(dataDir: string): Promise<void> {
  const files = ['postgres/pgdata/postmaster.pid', 'parts/kafka/pid', 'parts/redis/pid'];
  const folder = await realpath(dataDir);
  const servers: number[] = [];
  for (const pid of (await Promise.all(files.map((file) => readPid(join(folder, file))))).flat())
    if (await worksIn(pid, folder)) servers.push(pid);
  // Stopped first, so that none starts another child while children are listed.
  for (const pid of servers) signalIfRunning(pid, 'SIGSTOP');
  const all = [...servers, ...(await childrenOf(new Set(servers)))];
  for (const pid of all) signalIfRunning(pid, 'SIGKILL');
  for (const pid of all) while (!(await hasEnded(pid))) await delay(POLL_MS);
}

const POLL_MS = 10;
/** States of an ended process: it does not exist, or it is a zombie. */
const ENDED: ReadonlySet<string> = new Set(['', 'Z', 'X']);

export async function hasEnded(pid: number): Promise<boolean> {
  return ENDED.has((await readStat(pid)).state);
}

/** The pid in a file; empty if there is no file or no pid in it. */
export async function readPid(file: string): Promise<number[]> {
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n', 1)[0]);
  return Number.isSafeInteger(pid) && pid > 1 ? [pid] : [];
}

async function worksIn(pid: number, folder: string): Promise<boolean> {
  const inside = `${folder}/`;
  if (`${await processFolder(pid)}/`.startsWith(inside)) return true;
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(inside);
}

async function childrenOf(parents: ReadonlySet<number>): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isSafeInteger);
  const stats = await Promise.all(pids.map(readStat));
  return pids.filter((_, at) => parents.has(stats[at]?.parent ?? 0));
}

/** Fields 3 and 4 of /proc/PID/stat (proc(5)); '' and 0 if the process does not exist. */
async function readStat(pid: number): Promise<{ state: string; parent: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state = '', parent = 0] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, parent: Number(parent) };
}

/** Sends a signal; does nothing if the process has ended. */
export function signalIfRunning(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
