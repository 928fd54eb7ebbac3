import { describe, expect, it } from 'vitest';
import { instantsOf, isReversed, presetOf, rangeOf } from './date-range.ts';

const now = new Date(2026, 10, 27, 9, 30);
const at = (...parts: [number, number, number]) => new Date(...parts).toISOString();

describe('ranges of days', () => {
  it.each([
    ['today', '2026-11-27'],
    ['week', '2026-11-21'],
    ['month', '2026-10-29'],
    ['quarter', '2026-08-30'],
  ] as const)('%s starts on %s and is recognised', (preset, from) => {
    const range = rangeOf(preset, now);
    expect(range).toEqual({ from, to: '2026-11-27' });
    expect(presetOf(range, now)).toBe(preset);
  });

  it('includes the first and last local day', () => {
    expect(instantsOf({ from: '2026-11-21', to: '2026-11-21' })).toEqual({
      from: at(2026, 10, 21),
      until: at(2026, 10, 22),
    });
    expect(instantsOf({ from: '', to: '2026-12-31' })).toEqual({ until: at(2027, 0, 1) });
  });

  it.each(['2026-02-30', 'yesterday', '2026-1-1'])('ignores %s, which is not a day', (from) => {
    expect(instantsOf({ from, to: '' })).toEqual({});
  });

  it('is reversed if it ends before it starts', () => {
    expect(isReversed({ from: '2026-11-22', to: '2026-11-21' })).toBe(true);
    expect(isReversed({ from: '2026-11-22', to: '' })).toBe(false);
  });
});
