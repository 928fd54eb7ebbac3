import { readdir, readFile } from 'node:fs/promises';
import type { Database } from '@pii-vault/platform/db/database';

/** sysconf(_SC_CLK_TCK) of Linux where Node runs (proc(5), time(7)). */
const TICKS_PER_SECOND = 100;

/**
 * Answers how much CPU time in ms this process, threads included, and the PostgreSQL server of `db` have taken so far:
 * what work costs however slow the machine is at the moment. The server runs on this machine; without /proc it counts 0.
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
      // Of a process that has ended its parent knows.
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

/** Undefined for a process that has ended meanwhile. */
async function statOf(pid: string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Behind the program's name, which may hold anything: state, parent, …, user and system time as the 12th and 13th word,
  // those of children that ended behind them.
  const words = text?.split(') ').at(-1)?.split(' ');
  if (words === undefined) return undefined;
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = words.slice(11, 15).map(Number);
  return { parent: words[1] ?? '', ticks: user + system, ticksOfEnded: userOfEnded + systemOfEnded };
}
