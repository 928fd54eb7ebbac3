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
import { countHaving, type FeatureColumns, NAME_FULL } from './feature-columns.ts';
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

/** A function that scores two rows. Symmetric, and the same for a new record as for a million at once. */
export function pairScorer(columns: FeatureColumns, model: LinkageModel) {
  const bits = patternBits(model);
  const prior = oddsBits(model.prior);
  return (a: number, b: number): LinkedPair => {
    const pattern = patternOf(columns, a, b);
    return graded(columns, model, { a, b, pattern, probability: probabilityOfBits(prior + bits(pattern)) });
  };
}

/** @param pair its rows in any order. In bulk only pairs that are linked come here, not each that is compared. */
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
 * A function that answers what pairScorer does when that is of at least `threshold`, or a link without it (decide.ts).
 * A pair whose birth dates and identifiers leave no name and address that would bring it there is not compared any
 * further.
 */
export function pairLinker(columns: FeatureColumns, model: LinkageModel, threshold: number) {
  const bits = patternBits(model);
  const highest = highestBits(model);
  const prior = oddsBits(model.prior);
  // Numbers are added up in another order there, and the threshold itself is a probability.
  const wanted = oddsBits(threshold) - prior - 1e-6;
  return (a: number, b: number): LinkedPair | undefined => {
    const facts = factsPattern(columns, a, b);
    const most = highest(facts);
    if (most < wanted) return undefined;
    const pattern = facts + textPattern(columns, a, b);
    const found = bits(pattern);
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
 * The most bits that a pattern can have of whose name and address nothing is known yet; more than any where they do not
 * matter.
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

/** Scores every pair of rows that blocks together and answers those of at least `threshold`. */
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
