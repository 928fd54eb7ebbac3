export interface Comparison {
  /** Difference of the means, in the unit of the samples. */
  readonly difference: number;
  /** Half the width of its 95 % interval. */
  readonly margin: number;
  /** Welch's t: the difference in standard errors. */
  readonly t: number;
}

/** Whether two samples may have one mean, without assuming one variance (Welch 1947); for hundreds of values each. */
export function welch(a: readonly number[], b: readonly number[]): Comparison {
  const [one, other] = [moments(a), moments(b)];
  const error = Math.sqrt(one.variance / a.length + other.variance / b.length);
  const difference = one.mean - other.mean;
  return { difference, margin: 1.96 * error, t: error === 0 ? 0 : difference / error };
}

function moments(values: readonly number[]): { readonly mean: number; readonly variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}
