import { BOTH, type Fault } from './fault.ts';

/** Seconds before or behind: within what tokens tolerate, and far beyond it. */
const STEPS_S = [-3_600, -90, -20, 20, 90, 3_600] as const;

export const clockStepped: Fault = {
  name: 'clock-stepped',
  topologies: BOTH,
  async inject({ clocks, random, hold }) {
    const seconds = random.pick(STEPS_S);
    await clocks.step(seconds);
    await hold(5_000, 30_000);
    await clocks.step(0);
    return `the clock of ${clocks.of} ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'before'}, and set right`;
  },
};
