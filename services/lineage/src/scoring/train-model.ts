import { visitKinds } from './blocking-join.ts';
import { type ComparisonName, LEVEL_COUNTS } from './comparison-levels.ts';
import { commonnessShares, type FeatureColumns } from './feature-columns.ts';
import { householdShares, householdStart } from './household-shares.ts';
import { lowYieldKinds, withoutInsufficientKeys } from './insufficient-alone.ts';
import { byComparison, type LevelCounts, levelCounts, sharesOf } from './level-counts.ts';
import { keptShares, type LinkageModel } from './linkage-model.ts';
import { allMeet, gapShares, metShares } from './met-shares.ts';
import { monotoneMet, monotoneNames } from './monotone-names.ts';
import { type ClassProbabilities, classWeights, expectation, patternTable } from './pair-classes.ts';
import {
  type CandidateCounts,
  candidateCounter,
  countPatterns,
  noCandidates,
  type PatternCount,
  randomPairs,
  seenPatterns,
} from './pattern-counts.ts';

export interface TrainOptions {
  readonly version: string;
  readonly encodingVersion: number;
  readonly seed: number;
  readonly randomPairs: number;
  /** What is believed of a level that the rows say little of: each of its shares counts as so many pairs seen. */
  readonly base?: LinkageModel;
}

const BASE_PAIRS = 30;

/** m of personal identifiers: known by law, and errors are too rare to be learnt from few records. */
const FIXED_M: Readonly<Partial<Record<ComparisonName, readonly number[]>>> = {
  aadhaar: [0.02, 0.98],
  pan: [0.02, 0.98],
};

const ROUNDS = 60;
/** The share of joined strangers is learnt after the classes have converged. */
const SETTLED = 40;
/** With fewer strangers who both have a value, the base model is the better estimate. */
const FEW = 1_000;

/**
 * Learns a model without labels. u comes from random pairs, without those that look like one person's. m and the prior
 * come from expectation maximisation over counts of patterns (Winkler, "Using the EM Algorithm for Weight Computation
 * in the Fellegi–Sunter Model of Record Linkage", 1988), with half a pair added to every level. All pairs that blocking
 * does not join are assumed to be of two people; the share of strangers that it joins is learnt, too (met-shares.ts).
 * The same rows, options and seed give the same model.
 */
export function trainModel(columns: FeatureColumns, options: TrainOptions): LinkageModel {
  return trainOnPairs(columns.count, options, {
    candidates: countCandidates(columns),
    random: countPatterns(
      (visit) => randomPairs(columns.count, options.randomPairs, options.seed, visit),
      columns,
    ),
    commonness: commonnessShares(columns),
  });
}

function countCandidates(columns: FeatureColumns): CandidateCounts {
  const counts = noCandidates();
  visitKinds(columns, candidateCounter(columns, counts));
  return counts;
}

/** Counts of levels among pairs that blocking joins, and among random pairs; names by commonness (commonnessShares). */
export interface SeenPairs {
  readonly candidates: CandidateCounts;
  readonly random: readonly PatternCount[];
  readonly commonness: readonly number[];
}

/**
 * The same from counts of other threads. When one key of some kinds alone turns out to be insufficient
 * (insufficient-alone.ts), it learns again from the remaining pairs. @param rows number of records behind the counts,
 * `allPairs` number of their pairs
 */
export function trainOnPairs(
  rows: number,
  { version, encodingVersion, seed, base }: Omit<TrainOptions, 'randomPairs'>,
  { candidates, random, commonness }: SeenPairs,
  allPairs: number = (rows * (rows - 1)) / 2,
): LinkageModel {
  const settle = (counts: Uint32Array) =>
    settledBeliefs(rows, base, { candidates: seenPatterns(counts), random, commonness }, allPairs);
  const first = settle(candidates.all);
  const weigh = classWeights(first);
  const neverAlone = lowYieldKinds(candidates, (levels) => {
    const { match, neighbour, stranger } = weigh(patternTable([{ levels, count: 1 }]), 0);
    return match / (match + neighbour + stranger);
  });
  const beliefs = neverAlone.length === 0 ? first : settle(withoutInsufficientKeys(candidates, neverAlone));
  return {
    version,
    encodingVersion,
    seed,
    rows,
    pairs: allPairs,
    ...beliefs,
    commonness: [...commonness],
    ...(neverAlone.length === 0 ? {} : { neverAlone }),
    thresholds: { verified: 0.99, pending: 0.6 },
  };
}

interface SeenPatterns extends Pick<SeenPairs, 'random' | 'commonness'> {
  readonly candidates: readonly PatternCount[];
}

/** Estimates for candidates and for random pairs after all rounds. */
function settledBeliefs(
  rows: number,
  base: LinkageModel | undefined,
  { candidates, random, commonness }: SeenPatterns,
  allPairs: number,
): ClassProbabilities {
  const drawn = random.reduce((sum, { count }) => sum + count, 0);
  const [blocked, sampled] = [patternTable(candidates), patternTable(random)];
  const gapShare = gapShares(random);
  const pairsOf = Float64Array.from(candidates, ({ levels }) => gapShare(levels) * allPairs);
  let beliefs = initialBeliefs(rows, levelCounts(random));
  for (let round = 0; round < ROUNDS; round += 1) {
    const seen = expectation(blocked, beliefs);
    const { strangers } = expectation(sampled, { ...beliefs, met: allMeet() });
    const comparisons = byComparison((name) => {
      const known = base?.comparisons[name];
      const m = [...(FIXED_M[name] ?? sharesOf(withBase(seen.same[name], known?.m)))];
      const u = strangerShares(strangers[name], drawn, seen.strangers[name], allPairs, known?.u);
      const home = { ...seen.home, [name]: withBase(seen.home[name], known?.h) };
      const shares = { m, u, h: householdShares(name, { m, u }, home) };
      return name === 'name' ? monotoneNames(shares) : shares;
    });
    const prior = Math.min(0.5, (seen.matches + 0.5) / (allPairs + 1));
    const householdPrior = Math.min(0.5, (seen.neighbours + 0.5) / (allPairs + 1));
    beliefs = { prior, householdPrior, comparisons, met: beliefs.met };
    if (round < SETTLED) continue;
    const weigh = classWeights({ ...beliefs, met: allMeet() });
    const met = metShares(blocked, (row) => {
      const { match, neighbour, stranger } = weigh(blocked, row);
      const pairs = pairsOf[row] ?? 0;
      return { kin: (match + neighbour) * pairs, strangers: stranger * pairs };
    });
    const kept = Math.min(...keptShares(comparisons.name, commonness));
    beliefs = { ...beliefs, met: monotoneMet(met, comparisons.name, kept) };
  }
  return beliefs;
}

/** Counts by level, "missing" first, and the base model's shares of them. */
const withBase = (counts: readonly number[], shares: readonly number[] | undefined): number[] =>
  counts.map((count, level) => count + (level === 0 ? 0 : BASE_PAIRS * (shares?.[level - 1] ?? 0)));

/**
 * Level shares of two strangers. Random pairs contain few that agree closely; blocking joins nearly all of those, so
 * its counts are better there: the greater share counts.
 * @param sampled by level among random pairs, "missing" first
 * @param blocked the same among the pairs that blocking joins, of `all` existing pairs
 * @param base shares used when there are hardly any counts
 */
function strangerShares(
  sampled: readonly number[],
  drawn: number,
  blocked: readonly number[],
  all: number,
  base: readonly number[] | undefined,
): number[] {
  const known = drawn - (sampled[0] ?? 0);
  if (base !== undefined && known < FEW) return [...base];
  const shares = sharesOf(sampled);
  const raised = shares.map((share, at) =>
    at === 0 ? share : Math.max(share, ((blocked[at + 1] ?? 0) * drawn) / (all * (known + 1))),
  );
  const total = raised.reduce((sum, share) => sum + share, 0);
  return raised.map((share) => share / total);
}

/** Initial shares of EM: pairs of one person mostly agree, the more the higher the level. */
function initialBeliefs(rows: number, random: LevelCounts): ClassProbabilities {
  const prior = Math.min(0.01, 1 / Math.max(2, rows));
  const comparisons = byComparison((name) => {
    const levels = LEVEL_COUNTS[name] - 1;
    const rising = Array.from({ length: levels }, (_, at) => (at + 1 === levels ? 4 * levels : at + 1));
    const u = sharesOf(random[name]);
    return { m: [...(FIXED_M[name] ?? sharesOf([0, ...rising]))], u, h: householdStart(name, u) };
  });
  return { prior, householdPrior: prior, comparisons, met: allMeet() };
}
