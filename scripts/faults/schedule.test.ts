import { seededRandom } from '@pii-vault/all/demo/random';
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

  it('begins again as long as there is time, when there is much', () => {
    const once = names(10, 7).length;
    expect(names(10, 7, [], [0, 599_999])).toHaveLength(2 * once);
    expect(names(1, 7, [], [0, 1])).toHaveLength(once - 1);
  });

  it('is of what was asked for, and refuses what there is not', () => {
    expect(names(1, 7, ['kafka-away'])).toEqual(['kafka-away']);
    expect(() => names(1, 7, ['gremlins'])).toThrow('There are: processes-killed');
  });
});
