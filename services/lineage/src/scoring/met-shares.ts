import { LEVEL_COUNTS, patternOfLevels, TEXT_PATTERNS } from './comparison-levels.ts';
import type { PatternCount } from './pattern-counts.ts';

/** One share for each of the levels that name, address and birth date have together. */
export const MET_SHARES: number = TEXT_PATTERNS * LEVEL_COUNTS.dob;

const FIRST_IDENTIFIER = 3;

/** Index of the share for pairs of these levels; undefined when an identifier agrees: blocking joins all such pairs. */
export const metPlace = (levels: readonly number[]): number | undefined =>
  levels.includes(2, FIRST_IDENTIFIER) ? undefined : patternOfLevels(levels.slice(0, FIRST_IDENTIFIER));

/** Prior number of joined pairs added to each count, so that few pairs hardly count. */
const EXPECTED = 50;

/** Patterns in columns: number of pairs, and index of their share; MET_SHARES where all are joined. */
export interface MetPatterns {
  readonly pairs: Float64Array;
  readonly met: Uint16Array;
}

/** Expected number of pairs of a row's pattern per class, if only levels are known. */
export type ExpectedPairs = (row: number) => {
  readonly kin: number;
  readonly strangers: number;
};

/**
 * Share of strangers with these levels that blocking joins. Of namesakes it joins only those with a rare name or
 * another shared key: a bucket above its cap gives no pairs. A model that assumes all strangers are joined expects too
 * many of them among the joined pairs. The share is the observed pairs, without those of one person or home, over the
 * expected pairs. Its square root is used, because it is learnt from the pairs that it weighs.
 */
export function metShares({ pairs, met }: MetPatterns, expected: ExpectedPairs): number[] {
  const seen = new Float64Array(MET_SHARES);
  const kin = new Float64Array(MET_SHARES);
  const strangers = new Float64Array(MET_SHARES);
  for (let row = 0; row < pairs.length; row += 1) {
    const place = met[row] ?? MET_SHARES;
    if (place === MET_SHARES) continue;
    const among = expected(row);
    seen[place] = (seen[place] ?? 0) + (pairs[row] ?? 0);
    kin[place] = (kin[place] ?? 0) + among.kin;
    strangers[place] = (strangers[place] ?? 0) + among.strangers;
  }
  return Array.from(seen, (count, place) => {
    const others = Math.max(0, count - (kin[place] ?? 0));
    return Math.min(1, Math.sqrt((others + EXPECTED) / ((strangers[place] ?? 0) + EXPECTED)));
  });
}

/** Share of random pairs with the same missing fields as this one. */
export function gapShares(random: readonly PatternCount[]): (levels: readonly number[]) => number {
  const gapsOf = (levels: readonly number[]) => levels.map((level) => Number(level === 0)).join('');
  const counts = new Map<string, number>();
  let all = 0;
  for (const { levels, count } of random) {
    counts.set(gapsOf(levels), (counts.get(gapsOf(levels)) ?? 0) + count);
    all += count;
  }
  return (levels) => (counts.get(gapsOf(levels)) ?? 0) / Math.max(1, all);
}

export const allMeet = (): number[] => new Array<number>(MET_SHARES).fill(1);
