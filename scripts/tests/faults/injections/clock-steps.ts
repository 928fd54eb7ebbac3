import type { FakeClock } from './fake-clock.ts';
import { BOTH, type Fault } from './fault.ts';
import { pollUntil } from './poll-until.ts';

/** Seconds ahead of or behind the real time: within the tolerance of tokens, and far beyond it. */
const STEPS_S = [-3_600, -90, -20, 20, 90, 3_600] as const;

export const clockStepped: Fault = {
  name: 'clock-stepped',
  topologies: BOTH,
  async inject({ clock, random, hold }) {
    const seconds = random.pick(STEPS_S);
    await clock.step(seconds);
    try {
      await awaitOffset(clock, seconds);
      await hold(5_000, 30_000);
    } finally {
      await clock.step(0);
    }
    await awaitOffset(clock, 0);
    return `the clock of ${clock.of} ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}, then corrected`;
  },
};

/** The clock has a resolution of 1 s, and the process may answer late. */
const TOLERANCE_S = 5;

/** Resolves when the time of the process has this offset. @throws FaultMissed if it does not */
async function awaitOffset(clock: FakeClock, seconds: number): Promise<void> {
  let off: number | undefined;
  await pollUntil(
    () => `the clock of ${clock.of} is ${off} s off instead of ${seconds}`,
    async () => {
      off = undefined;
      off = await clock.read();
      return Math.abs(off - seconds) < TOLERANCE_S;
    },
  );
}
