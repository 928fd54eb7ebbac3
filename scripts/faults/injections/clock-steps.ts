import type { Clocks } from './faked-clock.ts';
import { BOTH, type Fault } from './fault.ts';
import { within } from './within.ts';

/** Seconds before or behind: within what tokens tolerate, and far beyond it. */
const STEPS_S = [-3_600, -90, -20, 20, 90, 3_600] as const;

export const clockStepped: Fault = {
  name: 'clock-stepped',
  topologies: BOTH,
  async inject({ clocks, random, hold }) {
    const seconds = random.pick(STEPS_S);
    await clocks.step(seconds);
    try {
      await stands(clocks, seconds);
      await hold(5_000, 30_000);
    } finally {
      await clocks.step(0);
    }
    await stands(clocks, 0);
    return `the clock of ${clocks.of} ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'before'}, and set right`;
  },
};

/** The clock is read by the second, from a process that may be busy. */
const INEXACT_S = 5;

/** Resolves when the process itself tells a time that is so far off. @throws FaultMissed when it does not */
async function stands(clocks: Clocks, seconds: number): Promise<void> {
  let off: number | undefined;
  await within(
    () => `the clock of ${clocks.of} is ${off} s off, and not ${seconds}`,
    async () => {
      off = undefined;
      off = await clocks.read();
      return Math.abs(off - seconds) < INEXACT_S;
    },
  );
}
