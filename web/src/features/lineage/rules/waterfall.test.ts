import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelOrigin, probabilityText, signedBits, waterfall } from './waterfall.ts';

function sums(weights: readonly number[]) {
  let runningSum = 0;
  return weights.map((weight) => {
    runningSum += weight;
    return { weight, runningSum };
  });
}

describe('waterfall', () => {
  it('places the prior left of zero, and starts each bar at the end of the previous one', () => {
    const { zero, bars } = waterfall(sums([-10, 30, -5]));
    expect(zero).toBeCloseTo(100 / 3);
    expect(bars.map((bar) => bar.tone)).toEqual(['down', 'up', 'down']);
    expect(bars[0]).toMatchObject({ start: 0, width: zero });
    expect(bars[1]).toMatchObject({ start: 0, width: 100 });
    expect((bars[2]?.start ?? 0) + (bars[2]?.width ?? 0)).toBeCloseTo(100);
  });
  it('draws a tick inside the axis for a weight of zero', () => {
    const { bars } = waterfall(sums([-10, 20, 0]));
    expect(bars[2]?.tone).toBe('none');
    expect(bars[2]?.width).toBeGreaterThan(0);
    expect((bars[2]?.start ?? 0) + (bars[2]?.width ?? 0)).toBeLessThanOrEqual(100);
  });
  it('has no bars without comparisons', () => expect(waterfall([])).toEqual({ zero: 0, bars: [] }));
  it('stays inside the axis, with widths to scale', () => {
    const bits = fc.double({ min: -40, max: 40, noNaN: true });
    fc.assert(
      fc.property(fc.array(bits, { minLength: 1, maxLength: 12 }), (weights) => {
        const { zero, bars } = waterfall(sums(weights));
        expect(zero).toBeGreaterThanOrEqual(0);
        expect(zero).toBeLessThanOrEqual(100);
        for (const { start, width } of bars) {
          expect(start).toBeGreaterThanOrEqual(-1e-9);
          expect(start + width).toBeLessThanOrEqual(100 + 1e-9);
        }
        const wide = bars.filter(({ width }) => width > 1);
        const units = wide.map((bar) => Math.abs(weights[bars.indexOf(bar)] ?? 0) / bar.width);
        for (const unit of units) expect(unit).toBeCloseTo(units[0] ?? 0, 6);
      }),
    );
  });
});

describe('figures', () => {
  it.each([
    [11.23, '+11.2'],
    [-9.41, '-9.4'],
    [0.04, '0.0'],
    [-0.04, '0.0'],
  ])('%f bits are %s', (weight, text) => expect(signedBits(weight)).toBe(text));
  it.each([
    [0.874, '0.874'],
    [0.99999, '> 0.999'],
    [0.9994, '0.999'],
    [0.0001, '< 0.001'],
  ])('%f is %s', (probability, text) => expect(probabilityText(probability)).toBe(text));
});

it('distinguishes shipped models from those learnt in a company or under an agreement', () => {
  expect(modelOrigin('prior-4')).toBe('shipped');
  expect(modelOrigin('prior-4/intra:1/1a2b3c4d5e6f')).toBe('own');
  expect(modelOrigin('prior-4/cross:7/1a2b3c4d5e6f')).toBe('agreement');
});
