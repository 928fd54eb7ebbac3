import type { Random } from '@pii-vault/all/demo/random';
import type { Topology } from '../running-vault/vault-process.ts';
import { FAULTS } from './injections/all-faults.ts';
import type { Fault } from './injections/fault.ts';
import { everythingKilled } from './injections/killed.ts';

export interface ScheduleOptions {
  readonly minutes: number;
  readonly topology: Topology;
  /** Names of faults; every one that fits the topology when empty. */
  readonly only: readonly string[];
}

/** From here on parts stay away for minutes rather than for seconds. */
const LONG_MINUTES = 5;

export const isLong = ({ minutes }: Pick<ScheduleOptions, 'minutes'>) => minutes >= LONG_MINUTES;

/**
 * The faults of a run: each once in an order that `random` decides, and again as long as there is time. A run of a
 * minute does not start the whole vault anew: that alone would take a third of it.
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
  return fitting.filter((fault) => isLong(options) || topology === 'embedded' || fault !== everythingKilled);
}
