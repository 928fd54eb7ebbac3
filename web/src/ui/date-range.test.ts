import { describe, expect, it } from 'vitest';
import { instantsOf, isDay, isReversed, presetOf, rangeOf } from './date-range.ts';

const india = 'Asia/Kolkata';
/** 00:30 of the 27th in India, 14:00 of the 26th in New York. */
const now = Date.parse('2026-11-26T19:00:00.000Z');

describe('ranges of days', () => {
  it.each([
    ['today', '2026-11-27'],
    ['week', '2026-11-21'],
    ['month', '2026-10-29'],
    ['quarter', '2026-08-30'],
  ] as const)('%s starts on %s and is recognised', (preset, from) => {
    const range = rangeOf(preset, now, india);
    expect(range).toEqual({ from, to: '2026-11-27' });
    expect(presetOf(range, now, india)).toBe(preset);
  });

  it.each([
    ['2026-11-26T23:59:00.000Z', '05:29'],
    ['2026-11-27T00:01:00.000Z', '05:31'],
  ])('has the same today at %s, which is %s in India', (at) => {
    expect(rangeOf('today', Date.parse(at), india).to).toBe('2026-11-27');
    expect(rangeOf('today', Date.parse(at), 'America/New_York').to).toBe('2026-11-26');
  });

  it('includes the first and last day of the zone, wherever the reader is', () => {
    const range = { from: '2026-11-21', to: '2026-11-21' };
    expect(instantsOf(range, india)).toEqual({
      from: '2026-11-20T18:30:00.000Z',
      until: '2026-11-21T18:30:00.000Z',
    });
    expect(instantsOf(range, 'America/New_York')).toEqual({
      from: '2026-11-21T05:00:00.000Z',
      until: '2026-11-22T05:00:00.000Z',
    });
    expect(instantsOf({ from: '', to: '2026-12-31' }, india)).toEqual({ until: '2026-12-31T18:30:00.000Z' });
  });

  it('has days of 23 and 25 hours', () => {
    const hours = (day: string) => {
      const { from = '', until = '' } = instantsOf({ from: day, to: day }, 'Europe/Berlin');
      return (Date.parse(until) - Date.parse(from)) / 3_600_000;
    };
    expect(['2026-03-29', '2026-10-25', '2026-10-26'].map(hours)).toEqual([23, 25, 24]);
  });

  it.each(['2026-02-30', 'yesterday', '2026-1-1', '0000-01-01', '9999-12-31', '2026-13-01'])(
    'ignores %s, which is not a day',
    (from) => {
      expect(isDay(from)).toBe(false);
      expect(instantsOf({ from, to: from }, india)).toEqual({});
    },
  );

  it('is reversed if it ends before it starts', () => {
    expect(isReversed({ from: '2026-11-22', to: '2026-11-21' })).toBe(true);
    expect(isReversed({ from: '2026-11-22', to: '' })).toBe(false);
  });
});
