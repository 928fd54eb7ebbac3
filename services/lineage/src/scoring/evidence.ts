import { COMPARISONS, levelsOfPattern } from './comparison-levels.ts';
import type { Grade } from './decide.ts';
import { commonnessOf, type FeatureColumns } from './feature-columns.ts';
import { pairScorer } from './link-in-bulk.ts';
import {
  commonNameBits,
  householdBits,
  type LinkageModel,
  levelBits,
  metBits,
  oddsBits,
} from './linkage-model.ts';

/** Evidence for or against two records being one person. */
export interface Evidence {
  /** In the order of COMPARISONS. */
  readonly levels: readonly number[];
  /** Bits: the prior of a pair with this blocking, the comparisons in their order, the household. */
  readonly weights: readonly number[];
  /** Probability of one person, from the sum of the weights. */
  readonly probability: number;
  readonly grade: Grade;
}

/** Explains the score of two rows. Symmetric, and equal to the numbers of the bulk pass. */
export function evidenceOf(columns: FeatureColumns, a: number, b: number, model: LinkageModel): Evidence {
  const { pattern, probability, grade } = pairScorer(columns, model)(a, b);
  const levels = levelsOfPattern(pattern);
  const lost = commonNameBits(model, levels[0] ?? 0, commonnessOf(columns, a, b));
  const weights = [
    oddsBits(model.prior) + metBits(model, levels),
    ...COMPARISONS.map((name, at) => levelBits(model, name, levels[at] ?? 0) - (name === 'name' ? lost : 0)),
    householdBits(model, levels, lost),
  ];
  return { levels, weights, probability, grade };
}
