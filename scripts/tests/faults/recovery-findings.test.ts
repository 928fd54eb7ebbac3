import { describe, expect, it } from 'vitest';
import type { Drain } from './backlog.ts';
import type { InjectionResult } from './injection-result.ts';
import { recoveryFindings } from './recovery-findings.ts';

const drain: Drain = {
  waiting: 5_000,
  arrivedPerSecond: 200,
  mainProducer: 'vault',
  shippedPerSecond: 1_200,
  seconds: 5,
};
const sound: InjectionResult = {
  fault: 'kafka-outage',
  what: 'the broker stopped',
  isMissed: false,
  lastedMs: 8_000,
  recoveredMs: 100,
  isDrained: true,
  drain,
};
const kept = (one: Partial<InjectionResult>, times = 5) =>
  recoveryFindings([sound, { ...sound, ...one }], times).map(({ promise, what }) => `${promise}: ${what}`);

describe('findings about recovery', () => {
  it('are empty if each fault had an effect and the vault recovered', () => {
    expect(kept({})).toEqual([]);
    expect(kept({ drain: undefined })).toEqual([]);
  });

  it('report a fault without effect and a late recovery', () => {
    const what = 'no message of 12 topics could be read';
    expect(kept({ isMissed: true, what })).toEqual([expect.stringMatching(`every fault happens: .*${what}`)]);
    expect(kept({ recoveredMs: undefined })).toEqual([
      expect.stringContaining('requests succeed again: not'),
    ]);
  });

  it('report a backlog that stays or drains slowly, and a run without any backlog', () => {
    expect(kept({ isDrained: false, drain: undefined }, 0)).toEqual([
      'the backlog drains: not within 60 s of the end of (1): kafka-outage',
    ]);
    const slow = { ...drain, shippedPerSecond: 900, seconds: 9 };
    expect(kept({ drain: slow })).toEqual([expect.stringContaining('not 5 times as fast as it grew')]);
    expect(kept({ drain: slow }, 0)).toEqual([]);
    expect(recoveryFindings([{ ...sound, drain: undefined }], 5)).toHaveLength(1);
  });
});
