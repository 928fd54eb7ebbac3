import { forEachCandidate } from './blocking-join.ts';
import { levelsOfPattern, patternOf } from './comparison-levels.ts';
import { type Grade, gradeOf } from './decide.ts';
import type { FeatureColumns } from './feature-columns.ts';
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
    const areNamesFull = columns.fullNames[a] === 1 && columns.fullNames[b] === 1;
    const grade =
      probability < model.thresholds.pending
        ? 'none'
        : gradeOf(probability, levelsOfPattern(pattern), areNamesFull, model);
    return { a: Math.min(a, b), b: Math.max(a, b), pattern, probability, grade };
  };
}

/** Scores every pair of rows that blocks together and answers those of at least `threshold`. */
export function linkInBulk(columns: FeatureColumns, model: LinkageModel, threshold: number): LinkedPair[] {
  const score = pairScorer(columns, model);
  const linked: LinkedPair[] = [];
  forEachCandidate(columns, (a, b) => {
    const pair = score(a, b);
    if (pair.probability >= threshold) linked.push(pair);
  });
  return linked;
}
