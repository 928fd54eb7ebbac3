import { readdir, readFile } from 'node:fs/promises';

/** Resolution of the event-loop delay histogram of measured processes, ms. */
export const LOOP_DELAY_RESOLUTION_MS = 10;

/** Event-loop delay since the last call, in ms, from a process's metrics. */
export async function loopDelay(metricsAddress: string): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(metricsAddress)).text();
  const read = (name: string) => {
    const seconds = Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]);
    return Math.max(0, seconds * 1_000 - LOOP_DELAY_RESOLUTION_MS);
  };
  return { p99: read('p99'), max: read('max') };
}

/** Pids of all processes started with this data folder, and of their children: PostgreSQL, Kafka and Redis, too. */
export async function processesOf(dataDir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map<number, number>();
  const found = new Set<number>();
  for (const pid of pids) {
    parents.set(pid, Number((await read(pid, 'stat')).split(') ')[1]?.split(' ')[1]));
    const words = `${await read(pid, 'cmdline')}\0${await read(pid, 'environ')}`;
    if (pid !== process.pid && words.includes(dataDir)) found.add(pid);
  }
  return pids.filter((pid) => found.has(pid) || found.has(parents.get(pid) ?? 0));
}

/** Pid of the vault in one process ('embedded'). */
export async function launcherOf(dataDir: string): Promise<number> {
  for (const pid of await processesOf(dataDir))
    if ((await read(pid, 'cmdline')).includes('launcher/main.ts')) return pid;
  throw new Error('The vault does not run');
}

/** CPU time of a process's first thread in ms, to the nanosecond: that of a Node process has the event loop. */
export async function loopCpu(pid: number): Promise<number> {
  return Number((await read(pid, `task/${pid}/schedstat`)).split(' ')[0]) / 1e6;
}

/** Memory of a vault's processes in bytes: the sum of their proportional set sizes (proc(5), smaps_rollup). */
export async function memoryOf(dataDir: string): Promise<number> {
  let bytes = 0;
  for (const pid of await processesOf(dataDir)) {
    const kib = /^Pss:\s+(\d+) kB/m.exec(await read(pid, 'smaps_rollup'))?.[1];
    bytes += Number(kib ?? 0) * 1024;
  }
  return bytes;
}

/** Empty if the process has ended. */
async function read(pid: number, file: string): Promise<string> {
  return await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
}
