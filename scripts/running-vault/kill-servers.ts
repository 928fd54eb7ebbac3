import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processFolder } from '@pii-vault/platform/process/process-identity';

/**
 * kill -9 of what a vault has started and what outlives it: PostgreSQL with all its children, and Kafka and Redis where
 * it has them (Linux, by /proc). Resolves when they have ended. A number that has gone to another program meanwhile is
 * left alone: what is the vault's runs in its data folder or names it in its arguments.
 */
export async function killServers(dataDir: string): Promise<void> {
  const files = ['postgres/pgdata/postmaster.pid', 'parts/kafka/pid', 'parts/redis/pid'];
  const folder = await realpath(dataDir);
  const servers: number[] = [];
  for (const pid of (await Promise.all(files.map((file) => readPid(join(folder, file))))).flat())
    if (await worksIn(pid, folder)) servers.push(pid);
  // Stopped before they are counted, so that none makes another child meanwhile.
  for (const pid of servers) signalIfThere(pid, 'SIGSTOP');
  const all = [...servers, ...(await childrenOf(new Set(servers)))];
  for (const pid of all) signalIfThere(pid, 'SIGKILL');
  for (const pid of all) while (!(await hasEnded(pid))) await delay(LOOK_MS);
}

const LOOK_MS = 10;
/** Gone, or nothing left of it but what its parent may still ask for. */
const ENDED: ReadonlySet<string> = new Set(['', 'Z', 'X']);

export async function hasEnded(pid: number): Promise<boolean> {
  return ENDED.has((await readStat(pid)).state);
}

/** None when there is no file, or no number in it yet. */
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

/** proc(5), fields 3 and 4 of stat; '' and 0 for a process that is gone. */
async function readStat(pid: number): Promise<{ state: string; parent: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state = '', parent = 0] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, parent: Number(parent) };
}

/** Passes over a process that has ended. */
export function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
