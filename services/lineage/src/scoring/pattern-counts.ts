import { levelsOfPattern, PATTERNS, patternOf } from './comparison-levels.ts';
import type { FeatureColumns } from './feature-columns.ts';
import { seededNumbers } from './seeded-numbers.ts';

/** How many pairs have these levels, in the order of COMPARISONS. */
export interface PatternCount {
  readonly levels: readonly number[];
  readonly count: number;
}

type Visit = (a: number, b: number) => void;

/** Compares all pairs that `pairs` visits: millions of pairs are a few thousand patterns. */
export function countPatterns(pairs: (visit: Visit) => void, columns: FeatureColumns): PatternCount[] {
  const counts = new Uint32Array(PATTERNS);
  pairs((a, b) => {
    const pattern = patternOf(columns, a, b);
    counts[pattern] = (counts[pattern] ?? 0) + 1;
  });
  return seenPatterns(counts);
}

/** Those that occur. @param counts by pattern */
export function seenPatterns(counts: Uint32Array): PatternCount[] {
  const seen: PatternCount[] = [];
  for (const [pattern, count] of counts.entries())
    if (count > 0) seen.push({ levels: levelsOfPattern(pattern), count });
  return seen;
}

/** Visits so many pairs of rows at random; the same for the same seed. */
export function randomPairs(count: number, pairs: number, seed: number, visit: Visit): void {
  if (count < 2) return;
  const next = seededNumbers(seed);
  for (let i = 0; i < pairs; i += 1) {
    const a = Math.floor(next() * count);
    const b = Math.floor(next() * count);
    if (a !== b) visit(a, b);
  }
}
