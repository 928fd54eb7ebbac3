import { readdir, readFile } from 'node:fs/promises';
import type { Database } from '@pii-vault/platform/postgres/database';

/** sysconf(_SC_CLK_TCK) of Linux where Node runs (proc(5), time(7)). */
const TICKS_PER_SECOND = 100;

/**
 * Returns a clock of the CPU time in ms of this process with its threads and of the PostgreSQL server of `db`, which
 * has to run on this machine. CPU time depends less than elapsed time on other load. Without /proc the server counts 0.
 */
export async function cpuClock(db: Pick<Database, 'system'>): Promise<() => Promise<number>> {
  const rows = await db.system((tx) => tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'));
  const server = (await statOf(String(rows[0]?.pid)))?.parent;
  return async () => {
    let ticks = 0;
    for (const pid of await readdir('/proc').catch(() => [])) {
      const stat = /^\d+$/.test(pid) ? await statOf(pid) : undefined;
      if (stat === undefined) continue;
      if (stat.parent === server) ticks += stat.ticks;
      // The parent accumulates the time of processes that have ended.
      else if (pid === server) ticks += stat.ticks + stat.ticksOfEnded;
    }
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000 + (ticks * 1_000) / TICKS_PER_SECOND;
  };
}

interface Stat {
  readonly parent: string;
  readonly ticks: number;
  readonly ticksOfEnded: number;
}

/** Undefined if the process has ended. */
async function statOf(pid: string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // After the program's name, which may contain any character: state, parent, …; words 12 and 13 are user and system
  // time, words 14 and 15 those of ended children.
  const words = text?.split(') ').at(-1)?.split(' ');
  if (words === undefined) return undefined;
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = words.slice(11, 15).map(Number);
  return { parent: words[1] ?? '', ticks: user + system, ticksOfEnded: userOfEnded + systemOfEnded };
}
