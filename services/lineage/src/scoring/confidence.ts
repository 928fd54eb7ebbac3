/** A probability as displayed: 0 to 100, one decimal, and 100 only for certainty. */
export function confidenceOf(probability: number): number {
  return Math.min(99.9, Math.floor(probability * 1000) / 10);
}
