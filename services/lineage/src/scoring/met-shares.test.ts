import { describe, expect, it } from 'vitest';
import { COMPARISONS, type ComparisonName, LEVEL_COUNTS, patternOfLevels } from './comparison-levels.ts';
import { loadLinkageModel, metBits, oddsBits, patternBits } from './linkage-model.ts';
import { allMeet, gapShares, MET_SHARES, metPlace, metShares } from './met-shares.ts';
import { patternTable } from './pair-classes.ts';

const levels = (given: Partial<Record<ComparisonName, number>>): number[] =>
  COMPARISONS.map((name) => given[name] ?? 0);
const namesakes = levels({ name: 6, address: 4 });
const shipped = loadLinkageModel(new URL('../../models/prior-5.json', import.meta.url));

describe('metShares', () => {
  const shareOf = (count: number, kin: number, strangers: number) =>
    metShares(patternTable([{ levels: namesakes, count }]), () => ({ kin, strangers }))[
      metPlace(namesakes) ?? -1
    ];

  it('is the root of observed over expected pairs of strangers', () => {
    expect(shareOf(1_000_000, 900_000, 10_000_000)).toBeCloseTo(0.1, 3);
  });

  it('is 1 where at least the expected number was observed, or too few to tell', () => {
    expect(shareOf(20_000, 0, 10_000)).toBe(1);
    expect(shareOf(10_500, 500, 10_000)).toBe(1);
    expect(shareOf(1, 0, 5)).toBeGreaterThan(0.95);
  });

  it('is at most 1 for people of one home', () => {
    expect(shareOf(100, 10_000, 10_000)).toBeLessThan(0.1);
    expect(shareOf(100, 10_000, 10_000)).toBeGreaterThan(0);
  });

  it('excludes pairs with an equal identifier', () => {
    const sharing = patternTable([{ levels: levels({ name: 6, phone: 2 }), count: 5 }]);
    expect(metShares(sharing, () => ({ kin: 0, strangers: 10_000 }))).toEqual(allMeet());
  });

  it('ignores pairs with an equal identifier, and distinguishes levels by name, address and birth date', () => {
    expect(metPlace(levels({ name: 6, phone: 2 }))).toBeUndefined();
    expect(metPlace(levels({ name: 6, phone: 1 }))).toBe(metPlace(levels({ name: 6, pan: 1 })));
    const places = new Set<number>();
    for (let name = 0; name < LEVEL_COUNTS.name; name += 1)
      for (let address = 0; address < 7; address += 1)
        for (let dob = 0; dob < 6; dob += 1) places.add(metPlace(levels({ name, address, dob })) ?? -1);
    expect(places.size).toBe(MET_SHARES);
    expect(Math.max(...places)).toBe(MET_SHARES - 1);
  });
});

describe('gapShares', () => {
  it('is the share of pairs at random with the same gaps', () => {
    const share = gapShares([
      { levels: levels({ name: 1 }), count: 30 },
      { levels: levels({ name: 2 }), count: 10 },
      { levels: levels({ name: 1, dob: 1 }), count: 60 },
    ]);
    expect(share(levels({ name: 6 }))).toBeCloseTo(0.4);
    expect(share(levels({ address: 6 }))).toBe(0);
  });
});

describe('a model with shares of those who meet', () => {
  const met = allMeet().with(metPlace(namesakes) ?? -1, 0.25);
  const learnt = { ...shipped, met };

  it('lowers the weight of strangers by that share, and of no other class', () => {
    expect(metBits(shipped, namesakes)).toBe(0);
    expect(metBits(learnt, namesakes)).toBe(2);
    const product = (share: number, of: 'm' | 'u' | 'h') =>
      share *
      (shipped.comparisons.name[of][5] ?? Number.NaN) *
      (shipped.comparisons.address[of][3] ?? Number.NaN);
    const { prior, householdPrior } = shipped;
    for (const [model, share] of [
      [shipped, 1],
      [learnt, 0.25],
    ] as const) {
      const strangers =
        share * product(1 - prior, 'u') + product((householdPrior * (1 - prior)) / (1 - householdPrior), 'h');
      const odds = 2 ** (oddsBits(prior) + patternBits(model)(patternOfLevels(namesakes)));
      expect(odds / (product(prior, 'm') / strangers)).toBeCloseTo(1, 9);
    }
    const other = patternOfLevels(levels({ name: 6, address: 5 }));
    expect(patternBits(learnt)(other)).toBe(patternBits(shipped)(other));
  });
});
