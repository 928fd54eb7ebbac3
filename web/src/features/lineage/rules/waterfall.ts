import type { Explanation } from '@pii-vault/contract/data-lineage/data-lineage-schema';

type Comparison = Explanation['comparisons'][number];

/** One bar, in percent of the width: from the previous sum to the new one. */
export interface Bar {
  start: number;
  width: number;
  tone: 'up' | 'down' | 'none';
}

export interface Waterfall {
  /** Place of 0 bits, in percent. */
  zero: number;
  bars: readonly Bar[];
}

/** Minimum width: a comparison with 0 bits stays visible. */
const TICK = 0.8;

/**
 * Positions the running sum of the evidence on one axis of bits: each bar begins where the previous one ended.
 * Evidence against a match goes to the left, evidence for it to the right.
 */
export function waterfall(comparisons: readonly Pick<Comparison, 'weight' | 'runningSum'>[]): Waterfall {
  const ends = comparisons.flatMap(({ weight, runningSum }) => [runningSum - weight, runningSum]);
  const low = Math.min(0, ...ends);
  const span = Math.max(0, ...ends) - low || 1;
  const place = (bits: number) => ((bits - low) / span) * 100;
  return {
    zero: place(0),
    bars: comparisons.map(({ weight, runningSum }) => {
      const width = Math.max(TICK, (Math.abs(weight) / span) * 100);
      const start = Math.min(place(Math.min(runningSum - weight, runningSum)), 100 - width);
      return { start, width, tone: weight > 0 ? 'up' : weight < 0 ? 'down' : 'none' };
    }),
  };
}

/** '+11.2', '-9.4', '0.0': bits with one decimal and a sign. */
export function signedBits(weight: number): string {
  const text = Math.abs(weight).toFixed(1);
  if (text === '0.0') return text;
  return `${weight > 0 ? '+' : '-'}${text}`;
}

/** Three decimals; never rounded to 0 or 1: '> 0.999', '< 0.001'. */
export function probabilityText(probability: number): string {
  if (probability >= 0.9995) return '> 0.999';
  if (probability < 0.0005) return '< 0.001';
  return probability.toFixed(3);
}

type ModelOrigin = 'own' | 'agreement' | 'shipped';

/** Origin of a model, by its version: 'prior-4' is shipped; a learnt one adds '/intra:1/…' or '/cross:7/…'. */
export function modelOrigin(version: string): ModelOrigin {
  const scope = version.split('/')[1] ?? '';
  if (scope.startsWith('intra:')) return 'own';
  return scope.startsWith('cross:') ? 'agreement' : 'shipped';
}

/** The confidence of a probability, in percent with one decimal; only evidence beyond doubt would be 100. */
export const scoreOf = (probability: number): number => Math.min(99.9, Math.floor(probability * 1_000) / 10);
