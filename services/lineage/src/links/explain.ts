import { type Comparison, probabilityOf } from '../scoring/score-pair.ts';

export interface ExplainedComparison extends Comparison {
  /** Sum of the weights up to here, in bits. */
  readonly runningSum: number;
  /** Probability that goes with it. */
  readonly probability: number;
}

/** The waterfall of an edge: what each comparison added to the sum. */
export function explain(comparisons: readonly Comparison[]): ExplainedComparison[] {
  let runningSum = 0;
  return comparisons.map((comparison) => {
    runningSum += comparison.weight;
    return { ...comparison, runningSum, probability: probabilityOf(runningSum) };
  });
}
