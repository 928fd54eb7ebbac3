import { forEachCandidate } from './blocking-join.ts';
import { factsPattern, levelsOfPattern, patternOf, TEXT_PATTERNS } from './comparison-levels.ts';
import { type Grade, gradeOf } from './decide.ts';
import { bothHave, type FeatureColumns, NAME_FULL } from './feature-columns.ts';
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
    const total = prior + bits(pattern);
    const probability = probabilityOfBits(total);
    const areNamesFull = bothHave(columns, a, b, NAME_FULL);
    const grade =
      probability < model.thresholds.pending
        ? 'none'
        : gradeOf(probability, levelsOfPattern(pattern), areNamesFull, model);
    return { a: Math.min(a, b), b: Math.max(a, b), pattern, probability, grade };
  };
}

/**
 * A function that answers what pairScorer does when that is of at least `threshold`. A pair whose birth dates and
 * identifiers leave no name and address that would bring it there is not compared any further.
 */
export function pairLinker(columns: FeatureColumns, model: LinkageModel, threshold: number) {
  const score = pairScorer(columns, model);
  const highest = highestBits(model);
  // Numbers are added up in another order there.
  const wanted = oddsBits(threshold) - oddsBits(model.prior) - 1e-6;
  return (a: number, b: number): LinkedPair | undefined => {
    if (highest(factsPattern(columns, a, b)) < wanted) return undefined;
    const pair = score(a, b);
    return pair.probability >= threshold ? pair : undefined;
  };
}

/** The most bits that a pattern can have of whose name and address nothing is known yet. */
function highestBits(model: LinkageModel): (facts: number) => number {
  const bits = patternBits(model);
  const known = new Map<number, number>();
  return (facts) => {
    const found = known.get(facts);
    if (found !== undefined) return found;
    let highest = Number.NEGATIVE_INFINITY;
    for (let text = 0; text < TEXT_PATTERNS; text += 1) highest = Math.max(highest, bits(facts + text));
    known.set(facts, highest);
    return highest;
  };
}

/** Scores every pair of rows that blocks together and answers those of at least `threshold`. */
export function linkInBulk(columns: FeatureColumns, model: LinkageModel, threshold: number): LinkedPair[] {
  const link = pairLinker(columns, model, threshold);
  const linked: LinkedPair[] = [];
  forEachCandidate(columns, (a, b) => {
    const pair = link(a, b);
    if (pair !== undefined) linked.push(pair);
  });
  return linked;
}
