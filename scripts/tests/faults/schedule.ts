import type { Random } from '@pii-vault/all/demo-data/random';
import type { Topology } from '../running-vault/vault-process.ts';
import { FAULTS } from './injections/all-faults.ts';
import type { Fault } from './injections/fault.ts';
import { vaultKilled } from './injections/killed.ts';

export interface ScheduleOptions {
  readonly minutes: number;
  readonly topology: Topology;
  /** Names of faults; if empty, all faults of the topology. */
  readonly only: readonly string[];
}

/** From this length on, outages last minutes instead of seconds. */
const LONG_MINUTES = 5;

export const isLong = ({ minutes }: Pick<ScheduleOptions, 'minutes'>) => minutes >= LONG_MINUTES;

/**
 * The faults of a run: each once in random order, repeated in a long run until the time is over. A run of a minute
 * omits the restart of the whole vault, which takes 20 s.
 * @throws Error for a name that no fault of the topology has
 */
export function* schedule(
  options: ScheduleOptions,
  random: Random,
  now: () => number = () => performance.now(),
): Generator<Fault> {
  const until = now() + options.minutes * 60_000;
  const chosen = chooseFaults(options);
  do {
    const round = chosen.map((fault) => ({ fault, at: random.next() })).sort((a, b) => a.at - b.at);
    for (const { fault } of round) yield fault;
  } while (isLong(options) && now() < until);
}

function chooseFaults(options: ScheduleOptions): readonly Fault[] {
  const { topology, only } = options;
  const fitting = FAULTS.filter(({ topologies }) => topologies.includes(topology));
  const unknown = only.filter((name) => !fitting.some((fault) => fault.name === name));
  if (unknown.length > 0)
    throw new Error(
      `No such fault: ${unknown.join(', ')}. There are: ${fitting.map(({ name }) => name).join(', ')}`,
    );
  if (only.length > 0) return fitting.filter(({ name }) => only.includes(name));
  return fitting.filter((fault) => isLong(options) || topology === 'embedded' || fault !== vaultKilled);
}
