import { type Finding, findingOf } from './checker/finding.ts';
import type { Injected } from './injected.ts';

/** How long a vault may take to answer again, and to ship and handle what had gathered, ms. */
export const RECOVERY_MS = 60_000;

const LATE = `not within ${RECOVERY_MS / 1_000} s of the end of`;

/**
 * What the faults themselves show, before anything is compared.
 * @param drainTimes how many times faster than new events arrive a backlog has to drain; 0: it is not looked at
 */
export function recoveryFindings(injected: readonly Injected[], drainTimes: number): Finding[] {
  const named = (isSo: (one: Injected) => boolean) => injected.filter(isSo).map(({ fault }) => fault);
  const isSlow = ({ drain }: Injected) =>
    drain !== undefined && drain.shippedPerSecond < drain.arrivedPerSecond * drainTimes;
  const hasNothing = drainTimes > 0 && injected.every(({ drain }) => drain === undefined);
  const missed = injected.filter(({ isMissed }) => isMissed).map(({ fault, what }) => `${fault}, ${what}`);
  return [
    ...findingOf('every fault happens', 'nothing went wrong', missed),
    ...findingOf(
      'requests succeed again',
      LATE,
      named(({ recoveredMs }) => recoveredMs === undefined),
    ),
    ...findingOf(
      'the backlog drains',
      LATE,
      named(({ isCalm }) => !isCalm),
    ),
    ...findingOf('the backlog drains', `not ${drainTimes} times as fast as it grew after`, named(isSlow)),
    ...findingOf('the backlog drains', 'nothing had gathered', hasNothing ? ['in the whole run'] : []),
  ];
}
