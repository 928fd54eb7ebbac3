import type { Measured } from './load.ts';
import { processesOf } from './process-figures.ts';
import { number } from './report.ts';

/** Pause before the vault is suspended and after it is resumed. */
const SETTLE_MS = 2_000;

type Rate = Pick<Measured, 'perSecond'>;

export interface Compared<T> {
  readonly of: T;
  /** Such as `0.35 B (B 9,100 and 8,900/s)`. */
  readonly ratio: string;
}

/**
 * Measures `work` between two measurements of plain PostgreSQL, because the speed of a shared machine varies. Suspends
 * the vault with this data folder during those two, so that its background work does not affect them.
 */
export async function betweenYardsticks<T extends Rate>(
  dataDir: string,
  name: 'A' | 'B',
  yardstick: () => Promise<Measured>,
  work: () => Promise<T>,
): Promise<Compared<T>> {
  const before = await look(dataDir, yardstick);
  const of = await work();
  const after = await look(dataDir, yardstick);
  const ratio = ((2 * of.perSecond) / (before + after)).toFixed(3);
  return { of, ratio: `${ratio} ${name} (${name} ${number(before)} and ${number(after)}/s)` };
}

/** @throws Error if a call failed, since failures would lower the reference */
async function look(dataDir: string, yardstick: () => Promise<Measured>): Promise<number> {
  const { perSecond, failed } = await standingStill(dataDir, yardstick);
  if (failed > 0) throw new Error(`${failed} calls of raw PostgreSQL failed`);
  return perSecond;
}

/** On these signals the vault is resumed before the process ends. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function standingStill<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  await rest();
  const stopped = new Set<number>();
  const wake = () => {
    for (const pid of stopped) signal(pid, 'SIGCONT');
  };
  const wakeAndEnd = () => process.exit(130);
  process.once('exit', wake);
  for (const name of ENDING) process.once(name, wakeAndEnd);
  try {
    await stopAll(dataDir, stopped);
    return await work();
  } finally {
    process.off('exit', wake);
    for (const name of ENDING) process.off(name, wakeAndEnd);
    wake();
    await rest();
  }
}

/** Repeats until no new process appears: a process that is not stopped yet may have started another. */
async function stopAll(dataDir: string, stopped: Set<number>): Promise<void> {
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const pid of await processesOf(dataDir)) {
      if (stopped.has(pid)) continue;
      isNew = true;
      stopped.add(pid);
      signal(pid, 'SIGSTOP');
    }
  }
}

/** Ignores processes that have ended. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
}
