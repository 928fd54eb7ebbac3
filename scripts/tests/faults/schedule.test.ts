import { seededRandom } from '@pii-vault/all/demo-data/random';
import { describe, expect, it } from 'vitest';
import { schedule } from './schedule.ts';

const names = (minutes: number, seed: number, only: readonly string[] = [], clock = [0]) =>
  [...schedule({ minutes, topology: 'apart', only }, seededRandom(seed), () => clock.shift() ?? 1e9)].map(
    ({ name }) => name,
  );

describe('a schedule', () => {
  it('has every fault once, in the same order for the same seed', () => {
    expect(names(1, 7)).toEqual(names(1, 7));
    expect(names(1, 7)).not.toEqual(names(1, 8));
    expect(new Set(names(1, 7)).size).toBe(names(1, 7).length);
    expect(names(1, 7)).toEqual(expect.arrayContaining(['processes-killed', 'disk-full', 'clock-stepped']));
  });

  it('repeats the faults in a long run until the time is over', () => {
    const once = names(10, 7).length;
    expect(names(10, 7, [], [0, 599_999])).toHaveLength(2 * once);
    expect(names(1, 7, [], [0, 1])).toHaveLength(once - 1);
  });

  it('has only the requested faults, and refuses unknown names', () => {
    expect(names(1, 7, ['kafka-outage'])).toEqual(['kafka-outage']);
    expect(() => names(1, 7, ['gremlins'])).toThrow('There are: processes-killed');
  });
});
