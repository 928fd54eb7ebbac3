import { forEachCandidate } from './blocking-join.ts';
import {
  factsPattern,
  levelsOfPattern,
  PATTERNS,
  patternOf,
  TEXT_PATTERNS,
  textPattern,
} from './comparison-levels.ts';
import { type Grade, gradeOf, sharesPersonalId } from './decide.ts';
import { commonnessOf, countHaving, type FeatureColumns, MOST_COMMON, NAME_FULL } from './feature-columns.ts';
import { type LinkageModel, oddsBits, patternBits } from './linkage-model.ts';

export interface LinkedPair {
  /** Rows, the lower first. */
  readonly a: number;
  readonly b: number;
  readonly pattern: number;
  readonly probability: number;
  readonly grade: Grade;
}

export const probabilityOfBits = (bits: number): number => 1 / (1 + 2 ** -bits);

/** A function that scores two rows. Symmetric, with the same result for one new record and for a million at once. */
export function pairScorer(columns: FeatureColumns, model: LinkageModel) {
  const bits = pairBits(columns, model);
  const prior = oddsBits(model.prior);
  return (a: number, b: number): LinkedPair => {
    const pattern = patternOf(columns, a, b);
    const probability = probabilityOfBits(prior + bits(pattern, a, b));
    return graded(columns, model, { a, b, pattern, probability });
  };
}

/** The bits of a pattern of two rows: those of its levels, less what a common name lacks. */
function pairBits(columns: FeatureColumns, model: LinkageModel) {
  const tables = Array.from({ length: MOST_COMMON + 1 }, (_, commonness) => patternBits(model, commonness));
  return (pattern: number, a: number, b: number): number =>
    tables[commonnessOf(columns, a, b)]?.(pattern) ?? 0;
}

/** @param pair rows in any order. In bulk only linked pairs reach this function. */
function graded(
  columns: FeatureColumns,
  model: LinkageModel,
  { a, b, pattern, probability }: Omit<LinkedPair, 'grade'>,
): LinkedPair {
  const fullNames = countHaving(columns, a, b, NAME_FULL);
  const grade = gradeOf(probability, levelsOfPattern(pattern), fullNames, model);
  return { a: Math.min(a, b), b: Math.max(a, b), pattern, probability, grade };
}

/**
 * A function that returns what pairScorer does for scores of at least `threshold` and for links below it (decide.ts).
 * Skips name and address of a pair whose birth dates and identifiers cannot reach the threshold with any name and
 * address.
 */
export function pairLinker(columns: FeatureColumns, model: LinkageModel, threshold: number) {
  const bits = pairBits(columns, model);
  const highest = highestBits(model);
  const prior = oddsBits(model.prior);
  // Margin: the summation order differs there, and the threshold is a probability.
  const wanted = oddsBits(threshold) - prior - 1e-6;
  return (a: number, b: number): LinkedPair | undefined => {
    const facts = factsPattern(columns, a, b);
    const most = highest(facts);
    if (most < wanted) return undefined;
    const pattern = facts + textPattern(columns, a, b);
    const found = bits(pattern, a, b);
    const isLinked = most === LINKED_ANYWAY;
    if (found < wanted && !isLinked) return undefined;
    const probability = probabilityOfBits(prior + found);
    if (probability < threshold && !isLinked) return undefined;
    return graded(columns, model, { a, b, pattern, probability });
  };
}

const tables = new WeakMap<LinkageModel, Float64Array>();

const LINKED_ANYWAY = Number.POSITIVE_INFINITY;

/**
 * Upper bound of the bits of a pattern whose name and address are unknown; infinite where they do not matter. A common
 * name has no more than a usual one.
 */
function highestBits(model: LinkageModel): (facts: number) => number {
  const bits = patternBits(model);
  const known = tables.get(model) ?? new Float64Array(PATTERNS / TEXT_PATTERNS).fill(Number.NaN);
  tables.set(model, known);
  return (facts) => {
    const found = known[facts / TEXT_PATTERNS] ?? 0;
    if (!Number.isNaN(found)) return found;
    let highest = sharesPersonalId(levelsOfPattern(facts)) ? LINKED_ANYWAY : Number.NEGATIVE_INFINITY;
    for (let text = 0; text < TEXT_PATTERNS; text += 1) highest = Math.max(highest, bits(facts + text));
    known[facts / TEXT_PATTERNS] = highest;
    return highest;
  };
}

/** Scores every pair of rows that blocking joins and returns those of at least `threshold`. */
export function linkInBulk(columns: FeatureColumns, model: LinkageModel, threshold: number): LinkedPair[] {
  const link = pairLinker(columns, model, threshold);
  const linked: LinkedPair[] = [];
  const visit = (a: number, b: number) => {
    const pair = link(a, b);
    if (pair !== undefined) linked.push(pair);
  };
  forEachCandidate(columns, visit, model.neverAlone);
  return linked;
}
