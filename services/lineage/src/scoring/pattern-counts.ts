import type { VisitPair } from './blocking-join.ts';
import { levelsOfPattern, PATTERNS, patternOf } from './comparison-levels.ts';
import type { FeatureColumns } from './feature-columns.ts';

/** Number of pairs with these levels, in the order of COMPARISONS. */
export interface PatternCount {
  readonly levels: readonly number[];
  readonly count: number;
}

type Visit = (a: number, b: number) => void;

/** Compares all pairs that `pairs` visits and counts their patterns: millions of pairs have a few thousand patterns. */
export function countPatterns(pairs: (visit: Visit) => void, columns: FeatureColumns): PatternCount[] {
  const counts = new Uint32Array(PATTERNS);
  pairs((a, b) => {
    const pattern = patternOf(columns, a, b);
    counts[pattern] = (counts[pattern] ?? 0) + 1;
  });
  return seenPatterns(counts);
}

/** Counts of candidates: all of them, and those that share only one key. */
export interface CandidateCounts {
  /** By pattern. */
  readonly all: Uint32Array;
  /** By the kind of that key (index in KEY_KINDS) and pattern: aloneAt. */
  readonly alone: Map<number, number>;
}

/** Index of the count of pairs that share only one key of a kind. */
export const aloneAt = (kind: number, pattern: number): number => kind * PATTERNS + pattern;

export const noCandidates = (): CandidateCounts => ({ all: new Uint32Array(PATTERNS), alone: new Map() });

/** Counts the candidates of a kind (index in KEY_KINDS). */
export const candidateCounter =
  (columns: FeatureColumns, { all, alone }: CandidateCounts) =>
  (kind: number): VisitPair =>
  (a, b, sharesMore) => {
    const pattern = patternOf(columns, a, b);
    all[pattern] = (all[pattern] ?? 0) + 1;
    if (sharesMore(b)) return;
    const place = aloneAt(kind, pattern);
    alone.set(place, (alone.get(place) ?? 0) + 1);
  };

/** Counts of another thread: only the patterns that occurred, with `counts` in their order. */
export interface CountedPart {
  readonly patterns: Uint32Array;
  readonly counts: Uint32Array;
  readonly alone: CandidateCounts['alone'];
}

/** The counts, for addition in another thread. */
export function countedPart({ all, alone }: CandidateCounts): CountedPart {
  const patterns: number[] = [];
  for (let pattern = 0; pattern < all.length; pattern += 1) if (all[pattern] !== 0) patterns.push(pattern);
  return {
    patterns: Uint32Array.from(patterns),
    counts: Uint32Array.from(patterns, (pattern) => all[pattern] ?? 0),
    alone,
  };
}

/** Adds the counts of another thread. */
export function addCandidates(to: CandidateCounts, { patterns, counts, alone }: CountedPart): void {
  for (const [at, pattern] of patterns.entries())
    to.all[pattern] = (to.all[pattern] ?? 0) + (counts[at] ?? 0);
  for (const [place, count] of alone) to.alone.set(place, (to.alone.get(place) ?? 0) + count);
}

/** The patterns that occur. @param counts by pattern */
export function seenPatterns(counts: Uint32Array): PatternCount[] {
  const seen: PatternCount[] = [];
  for (const [pattern, count] of counts.entries())
    if (count > 0) seen.push({ levels: levelsOfPattern(pattern), count });
  return seen;
}

/** Visits a number of random pairs of rows; deterministic for a seed. */
export function randomPairs(count: number, pairs: number, seed: number, visit: Visit): void {
  if (count < 2) return;
  const next = seededNumbers(seed);
  for (let i = 0; i < pairs; i += 1) {
    const a = Math.floor(next() * count);
    const b = Math.floor(next() * count);
    if (a !== b) visit(a, b);
  }
}

/** Numbers in [0, 1), deterministic for a seed (mulberry32, Tommy Ettinger, public domain). For sampling only. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
