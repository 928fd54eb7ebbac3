import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareReadings } from './gather-facts.ts';

const reading = (vault: number, before: number, after = before) => ({
  vaultValues: vault,
  trailValuesBefore: before,
  trailValuesAfter: after,
});

describe('comparison of two counts', () => {
  it.each([
    ['equal from the start', undefined, reading(40, 40), { unlogged: 0, newlyUncounted: 0 }],
    ['more in the vault', undefined, reading(41, 40), { unlogged: 1, newlyUncounted: 0 }],
    ['fewer in the vault', undefined, reading(30, 40), { unlogged: 0, newlyUncounted: 10 }],
    [
      'an old loss, equal growth',
      { ...reading(30, 40), unlogged: 0 },
      reading(35, 45),
      { unlogged: 0, newlyUncounted: 0 },
    ],
    [
      'an old loss does not hide new values',
      { ...reading(30, 40), unlogged: 0 },
      reading(36, 45),
      { unlogged: 1, newlyUncounted: 0 },
    ],
    [
      'what was once unlogged stays so',
      { ...reading(41, 40), unlogged: 1 },
      reading(51, 50),
      { unlogged: 1, newlyUncounted: 0 },
    ],
    [
      'reveals while the vault is read',
      { ...reading(40, 40), unlogged: 0 },
      reading(43, 40, 50),
      { unlogged: 0, newlyUncounted: 0 },
    ],
  ])('%s', (_what, before, now, expected) => {
    expect(compareReadings(before, now)).toEqual(expected);
  });

  it('reports no violation for logged reveals, however readings and reveals interleave', () => {
    const step = fc.record({ between: fc.nat(50), whileBefore: fc.nat(5), whileAfter: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (steps) => {
        let revealed = 0;
        let before: Parameters<typeof compareReadings>[0];
        for (const { between, whileBefore, whileAfter } of steps) {
          revealed += between;
          const trailBefore = revealed;
          revealed += whileBefore;
          const vault = revealed;
          revealed += whileAfter;
          const now = reading(vault, trailBefore, revealed);
          const growth = compareReadings(before, now);
          expect(growth).toEqual({ unlogged: 0, newlyUncounted: 0 });
          before = { ...now, unlogged: growth.unlogged };
        }
      }),
    );
  });
});
