import { type Finding, findingOf } from './checker/finding.ts';
import type { InjectionResult } from './injection-result.ts';

/** Time in which a vault has to answer again and drain its backlog, ms. */
export const RECOVERY_MS = 60_000;

const LATE = `not within ${RECOVERY_MS / 1_000} s of the end of`;

/**
 * Findings from the injections themselves: no effect, no recovery, slow drain.
 * @param drainTimes minimum drain rate as a multiple of the arrival rate; 0: no minimum
 */
export function recoveryFindings(injected: readonly InjectionResult[], drainTimes: number): Finding[] {
  const named = (isSo: (one: InjectionResult) => boolean) => injected.filter(isSo).map(({ fault }) => fault);
  const isSlow = ({ drain }: InjectionResult) =>
    drain !== undefined && drain.shippedPerSecond < drain.arrivedPerSecond * drainTimes;
  const hasNoBacklog = drainTimes > 0 && injected.every(({ drain }) => drain === undefined);
  const missed = injected.filter(({ isMissed }) => isMissed).map(({ fault, what }) => `${fault}, ${what}`);
  return [
    ...findingOf('every fault happens', 'without effect', missed),
    ...findingOf(
      'requests succeed again',
      LATE,
      named(({ recoveredMs }) => recoveredMs === undefined),
    ),
    ...findingOf(
      'the backlog drains',
      LATE,
      named(({ isDrained }) => !isDrained),
    ),
    ...findingOf('the backlog drains', `not ${drainTimes} times as fast as it grew after`, named(isSlow)),
    ...findingOf('the backlog drains', 'no backlog formed', hasNoBacklog ? ['in the whole run'] : []),
  ];
}
