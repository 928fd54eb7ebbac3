import { COMPARISONS } from '../scoring/comparison-levels.ts';
import { isVetoed } from '../scoring/decide.ts';
import { probabilityOfBits } from '../scoring/link-in-bulk.ts';
import { levelName } from './level-names.ts';

export interface ExplainedComparison {
  /** prior | a field type | household | veto */
  readonly field: string;
  /** Name of the level; 'odds', 'one home' and 'conflict' where there is no comparison. */
  readonly level: string;
  /** log2 of the likelihood ratio, in bits. */
  readonly weight: number;
  /** Sum of the weights up to here, in bits. */
  readonly runningSum: number;
  /** Probability of that sum, 0 to 1. */
  readonly probability: number;
}

/**
 * The waterfall of an edge: the contribution of each comparison to the sum. A veto contributes nothing: it prevents
 * verification for any sum.
 * @param levels in the order of COMPARISONS
 * @param weights the prior, the comparisons in that order, the household
 */
export function explain(levels: readonly number[], weights: readonly number[]): ExplainedComparison[] {
  const fields = [
    { field: 'prior', level: 'odds' },
    ...COMPARISONS.map((field, at) => ({ field, level: levelName(field, levels[at] ?? 0) })),
    { field: 'household', level: 'one home' },
    ...(isVetoed(levels) ? [{ field: 'veto', level: 'conflict' }] : []),
  ];
  let runningSum = 0;
  return fields.map((one, at) => {
    const weight = weights[at] ?? 0;
    runningSum += weight;
    return { ...one, weight, runningSum, probability: probabilityOfBits(runningSum) };
  });
}
