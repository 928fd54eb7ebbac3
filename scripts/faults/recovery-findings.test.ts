import { describe, expect, it } from 'vitest';
import type { Drain } from './backlog.ts';
import type { Injected } from './injected.ts';
import { recoveryFindings } from './recovery-findings.ts';

const drain: Drain = {
  waiting: 5_000,
  arrivedPerSecond: 200,
  mostBy: 'vault',
  shippedPerSecond: 1_200,
  seconds: 5,
};
const sound: Injected = {
  fault: 'kafka-away',
  what: 'the broker stopped',
  isMissed: false,
  lastedMs: 8_000,
  recoveredMs: 100,
  isCalm: true,
  drain,
};
const kept = (one: Partial<Injected>, times = 5) =>
  recoveryFindings([sound, { ...sound, ...one }], times).map(({ promise, what }) => `${promise}: ${what}`);

describe('what faults show', () => {
  it('is nothing when each happened and went by', () => {
    expect(kept({})).toEqual([]);
    expect(kept({ drain: undefined })).toEqual([]);
  });

  it('is a finding when one did not happen, or was not got over in time', () => {
    const what = 'no message of 12 topics could be read';
    expect(kept({ isMissed: true, what })).toEqual([expect.stringMatching(`every fault happens: .*${what}`)]);
    expect(kept({ recoveredMs: undefined })).toEqual([
      expect.stringContaining('requests succeed again: not'),
    ]);
  });

  it('is a finding when a backlog stays, whether it is slow or not, and when none was there to be judged', () => {
    expect(kept({ isCalm: false, drain: undefined }, 0)).toEqual([
      'the backlog drains: not within 60 s of the end of (1): kafka-away',
    ]);
    const slow = { ...drain, shippedPerSecond: 900, seconds: 9 };
    expect(kept({ drain: slow })).toEqual([expect.stringContaining('not 5 times as fast as it grew')]);
    expect(kept({ drain: slow }, 0)).toEqual([]);
    expect(recoveryFindings([{ ...sound, drain: undefined }], 5)).toHaveLength(1);
  });
});
