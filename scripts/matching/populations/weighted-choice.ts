import type { Random } from '@pii-vault/all/demo-data/random';

/** Draws an element of a list by weight. */
export type Draw<T> = (random: Random) => T;

/** @param items at least one; weights are positive and need not add up to 1 */
export function drawOf<T>(items: ReadonlyArray<readonly [item: T, weight: number]>): Draw<T> {
  const sums: number[] = [];
  let total = 0;
  for (const [, weight] of items) {
    total += weight;
    sums.push(total);
  }
  return (random) => {
    const at = random.next() * total;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    const found = items[low];
    if (found === undefined) throw new RangeError('The list is empty');
    return found[0];
  };
}

/**
 * Ranks weigh 1 / (rank + shift) ^ exponent (Zipf–Mandelbrot), as names do (compare Tucker, "Distribution of forenames,
 * surnames, and forename–surname pairs in the United States", Names 49:2, 2001).
 */
export const drawByRank = <T>(items: readonly T[], exponent: number, shift: number): Draw<T> =>
  drawOf(items.map((item, rank) => [item, (rank + 1 + shift) ** -exponent] as const));
