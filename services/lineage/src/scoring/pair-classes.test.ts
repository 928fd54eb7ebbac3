import { describe, expect, it } from 'vitest';
import { COMPARISONS, type ComparisonName } from './comparison-levels.ts';
import { loadLinkageModel } from './linkage-model.ts';
import { allMeet, metPlace } from './met-shares.ts';
import { classWeights, expectation, patternTable } from './pair-classes.ts';

const levels = (given: Partial<Record<ComparisonName, number>>): number[] =>
  COMPARISONS.map((name) => given[name] ?? 0);
const namesakes = levels({ name: 6, address: 4, pan: 1 });
const sharing = levels({ name: 3, dob: 5, phone: 2 });
const shipped = loadLinkageModel(new URL('../../models/prior-5.json', import.meta.url));
const beliefs = { ...shipped, met: allMeet().with(metPlace(namesakes) ?? -1, 0.25) };
const patterns = [
  { levels: namesakes, count: 1_000 },
  { levels: sharing, count: 10 },
];
const table = patternTable(patterns);

/** The expected value by definition: the prior times the share of each level that is not missing. */
function product(of: 'm' | 'u' | 'h', seen: readonly number[], prior: number): number {
  return COMPARISONS.reduce((weight, name, at) => {
    const level = seen[at] ?? 0;
    return level === 0 ? weight : weight * (shipped.comparisons[name][of][level - 1] ?? Number.NaN);
  }, prior);
}

const weightsOf = (seen: readonly number[], met: number) => ({
  match: product('m', seen, shipped.prior),
  neighbour: product('h', seen, shipped.householdPrior),
  stranger: product('u', seen, (1 - shipped.prior - shipped.householdPrior) * met),
});

describe('classWeights', () => {
  it('are prior times shares, for strangers times the share of joined ones, unless an identifier agrees', () => {
    const weigh = classWeights(beliefs);
    expect(weigh(table, 0)).toEqual(weightsOf(namesakes, 0.25));
    expect(weigh(table, 1)).toEqual(weightsOf(sharing, 1));
  });
});

describe('expectation', () => {
  it('divides all pairs among the classes, with their levels', () => {
    const { matches, neighbours, same, home, strangers } = expectation(table, beliefs);
    const [first, second] = [weightsOf(namesakes, 0.25), weightsOf(sharing, 1)].map((weights, at) => {
      const all = weights.match + weights.neighbour + weights.stranger;
      const scale = (patterns[at]?.count ?? 0) / all;
      return { match: weights.match * scale, neighbour: weights.neighbour * scale };
    });
    expect(matches).toBeCloseTo((first?.match ?? 0) + (second?.match ?? 0), 9);
    expect(neighbours).toBeCloseTo((first?.neighbour ?? 0) + (second?.neighbour ?? 0), 9);
    expect(same.name).toEqual([0, 0, 0, second?.match, 0, 0, first?.match, 0]);
    expect(home.phone).toEqual([first?.neighbour, 0, second?.neighbour]);
    const seen = (name: ComparisonName, level: number) =>
      [same, home, strangers].reduce((sum, counts) => sum + (counts[name][level] ?? 0), 0);
    expect(seen('address', 4)).toBeCloseTo(1_000, 9);
    expect(seen('dob', 5)).toBeCloseTo(10, 9);
    expect(seen('email', 0)).toBeCloseTo(1_010, 9);
  });
});
