import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARISONS, LEVEL_COUNTS, NAME_EQUAL, PATTERNS, patternOfLevels } from './comparison-levels.ts';
import { gradeOf } from './decide.ts';
import { probabilityOfBits } from './link-in-bulk.ts';
import { type LinkageModel, loadLinkageModel, oddsBits, patternBits } from './linkage-model.ts';
import { MET_SHARES } from './met-shares.ts';
import { monotoneMet, monotoneNames } from './monotone-names.ts';
import type { PatternCount } from './pattern-counts.ts';
import { noCandidates } from './pattern-counts.ts';
import { trainOnPairs } from './train-model.ts';

const shipped = loadLinkageModel(new URL('../../models/prior-5.json', import.meta.url));
const GRADES = ['none', 'pending', 'verified'];
/** Tolerance for equal ratios: the last digits of a double. */
const BITS = 1e-9;

/** Patterns in which a more similar name has a lower score or grade, all else being equal. */
function falls(model: LinkageModel, commonness = 0): number[] {
  const bits = patternBits(model, commonness);
  const found: number[] = [];
  for (let rest = 0; rest < PATTERNS; rest += LEVEL_COUNTS.name)
    for (let name = 1; name < NAME_EQUAL; name += 1)
      if (bits(rest + name) > bits(rest + name + 1) + BITS) found.push(rest + name);
  return found;
}

const shares = (length: number) =>
  fc.array(fc.double({ min: 1e-7, max: 1, noNaN: true }), { minLength: length, maxLength: length });
const NAMES = LEVEL_COUNTS.name - 1;

describe('the score', () => {
  it('never falls with the similarity of names under the shipped model, for any other levels', () => {
    for (const commonness of [0, 1, 2]) expect(falls(shipped, commonness)).toEqual([]);
  });

  it('falls with the commonness of an agreeing name, and is that of any name if none agrees', () => {
    const other = patternOfLevels([1, 0, 3]);
    const equal = patternOfLevels([NAME_EQUAL, 0, 3]);
    const of = (model: LinkageModel, pattern: number) =>
      [0, 1, 2].map((commonness) => patternBits(model, commonness)(pattern));
    const [usual = 0, partly = 0, common = 0] = of(shipped, equal);
    expect([usual - partly, partly - common].map((lost) => Math.round(lost))).toEqual([3, 3]);
    expect(new Set(of(shipped, other)).size).toBe(1);
  });

  it.each([
    ['few', [0.9, 0, 0.1]],
    ['half', [0.4, 0.1, 0.5]],
    ['nearly all', [0.05, 0.05, 0.9]],
  ])('falls with commonness under a learnt model of a space where %s names are common', (_, commonness) => {
    const learnt = { ...shipped, met: new Array<number>(MET_SHARES).fill(1), commonness };
    const of = (model: LinkageModel, pattern: number) =>
      [0, 1, 2].map((one) => patternBits(model, one)(pattern));
    const [usual = 0, partly = 0, common = 0] = of(learnt, patternOfLevels([NAME_EQUAL, 0, 3]));
    expect(usual - partly).toBeGreaterThan(2);
    expect(partly - common).toBeGreaterThan(2);
    const [average = 0, , least = 0] = of(shipped, patternOfLevels([NAME_EQUAL, 0, 3]));
    expect(usual, 'most namesakes have a common name').toBeGreaterThan(average);
    expect(common, 'few records do not show how common it is').toBeLessThanOrEqual(least + BITS);
    expect(new Set(of(learnt, patternOfLevels([1, 0, 3]))).size).toBe(1);
  });

  it('is below 99.5 for a common name with a year of birth alone, even where one record in two is a duplicate', () => {
    const { name, dob, ...others } = shipped.comparisons;
    const rows = 300;
    const dense: LinkageModel = {
      ...shipped,
      prior: rows / 4 / ((rows * (rows - 1)) / 2),
      met: new Array<number>(MET_SHARES).fill(1),
      commonness: [0.95, 0, 0.05],
      comparisons: {
        ...others,
        dob: { ...dob, u: dob.u.with(2, 1e-5) },
        name: { ...name, u: name.u.with(6, 1e-9) },
      },
    };
    const bits = patternBits(dense, 2)(patternOfLevels([NAME_EQUAL, 0, 3]));
    expect(probabilityOfBits(oddsBits(dense.prior) + bits)).toBeLessThan(0.995);
    const usual = patternBits(dense, 0)(patternOfLevels([NAME_EQUAL, 0, 5]));
    expect(probabilityOfBits(oddsBits(dense.prior) + usual)).toBeGreaterThan(0.995);
  });

  it('never falls under a learnt model, for any pairs', () => {
    const levels = fc.tuple(...COMPARISONS.map((name) => fc.nat(LEVEL_COUNTS[name] - 1)));
    const seen = fc.array(fc.record({ levels, count: fc.integer({ min: 1, max: 5_000 }) }), {
      minLength: 1,
      maxLength: 60,
    });
    const classes = fc.constantFrom([1, 0, 0], [0.9, 0, 0.1], [0.3, 0.3, 0.4], [0, 0, 1]);
    fc.assert(
      fc.property(
        seen,
        seen,
        fc.boolean(),
        classes,
        (blocked, random: PatternCount[], hasBase, commonness) => {
          const candidates = noCandidates();
          for (const one of blocked) candidates.all[patternOfLevels(one.levels)] = one.count;
          const options = {
            version: 'test',
            encodingVersion: 4,
            seed: 1,
            ...(hasBase ? { base: shipped } : {}),
          };
          const learnt = trainOnPairs(2_000, options, { candidates, random, commonness });
          for (const one of [0, 1, 2]) expect(falls(learnt, one)).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('the grade', () => {
  it('never falls with the similarity of names', () => {
    const bits = patternBits(shipped);
    const others = fc.tuple(...COMPARISONS.slice(1).map((name) => fc.nat(LEVEL_COUNTS[name] - 1)));
    fc.assert(
      fc.property(others, fc.nat(2), (rest, fullNames) => {
        let last = 0;
        for (let name = 1; name <= NAME_EQUAL; name += 1) {
          const levels = [name, ...rest];
          const probability = probabilityOfBits(oddsBits(shipped.prior) + bits(patternOfLevels(levels)));
          const grade = GRADES.indexOf(gradeOf(probability, levels, fullNames, shipped));
          expect(grade).toBeGreaterThanOrEqual(last);
          last = grade;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('monotoneNames', () => {
  const sum = (list: readonly number[]) => list.reduce((total, share) => total + share, 0);
  const ratios = (over: readonly number[], under: readonly number[]) =>
    over.map((share, at) => Math.log2(share / (under[at] ?? 1)));
  const rises = (list: readonly number[]) =>
    list.every((one, at) => one + BITS >= (list[at - 1] ?? -Infinity));

  it('makes both ratios monotone and keeps the sums of shares', () => {
    fc.assert(
      fc.property(shares(NAMES), shares(NAMES), shares(NAMES), (m, u, h) => {
        const made = monotoneNames({ m, u, h });
        expect(rises(ratios(made.m, made.u)) && rises(ratios(made.m, made.h))).toBe(true);
        for (const [name, given] of Object.entries({ m, u, h } as const))
          expect(sum(made[name as 'm' | 'u' | 'h'])).toBeCloseTo(sum(given), 6);
      }),
    );
  });

  it('does not change shares with monotone ratios', () => {
    const rising = { m: [0.1, 0.2, 0.3, 0.1, 0.1, 0.1, 0.1], u: [0.5, 0.3, 0.1, 0.03, 0.03, 0.03, 0.01] };
    const made = monotoneNames({ ...rising, h: rising.u });
    for (const [at, share] of made.m.entries()) expect(share).toBeCloseTo(rising.m[at] ?? 0, 12);
  });
});

describe('monotoneMet', () => {
  it('limits the shares of less similar names only as far as the names compensate', () => {
    fc.assert(
      fc.property(
        shares(NAMES),
        shares(NAMES),
        fc.infiniteStream(fc.double({ min: 1e-3, max: 1, noNaN: true })),
        fc.constantFrom(1, 13 / 16, 10 / 16, 0.3),
        (m, u, met, kept) => {
          const names = monotoneNames({ m, u, h: u });
          const given = Array.from(met.take(MET_SHARES));
          const made = monotoneMet(given, names, kept);
          const bitsOf = (name: number) => Math.log2((names.m[name - 1] ?? 1) / (names.u[name - 1] ?? 1));
          const weighed = (name: number) => Math.min(0, bitsOf(name)) + kept * Math.max(0, bitsOf(name));
          const odds = (place: number, name: number) => (made[place] ?? 1) / 2 ** weighed(name);
          for (let rest = 0; rest < MET_SHARES; rest += LEVEL_COUNTS.name)
            for (let name = 1; name < NAME_EQUAL; name += 1) {
              expect(Math.log2(odds(rest + name, name))).toBeGreaterThanOrEqual(
                Math.log2(odds(rest + name + 1, name + 1)) - BITS,
              );
              expect(made[rest + name]).toBeLessThanOrEqual(1);
              expect(made[rest + name]).toBeGreaterThanOrEqual(given[rest + name] ?? 1);
            }
        },
      ),
      { numRuns: 20 },
    );
  });
});
