import { COMPARISONS, type ComparisonName, LEVEL_COUNTS } from './comparison-levels.ts';
import type { PatternCount } from './pattern-counts.ts';

/** Number of pairs per comparison and level, "missing" first; fractions while EM divides pairs. */
export type LevelCounts = Record<ComparisonName, number[]>;

const emptyCounts = (): LevelCounts => byComparison((name) => new Array<number>(LEVEL_COUNTS[name]).fill(0));

export function levelCounts(patterns: readonly PatternCount[]): LevelCounts {
  const counts = emptyCounts();
  for (const { levels, count } of patterns) addLevels(counts, levels, count);
  return counts;
}

function addLevels(counts: LevelCounts, levels: readonly number[], weight: number): void {
  for (const [at, name] of COMPARISONS.entries()) {
    const level = levels[at] ?? 0;
    const list = counts[name];
    list[level] = (list[level] ?? 0) + weight;
  }
}

/** Counts of all levels as shares without "missing", each count plus a half. */
export function sharesOf(levels: readonly number[]): number[] {
  const counts = levels.slice(1);
  const total = counts.reduce((sum, count) => sum + count + 0.5, 0);
  return counts.map((count) => (count + 0.5) / total);
}

export function byComparison<T>(make: (name: ComparisonName) => T): Record<ComparisonName, T> {
  return {
    name: make('name'),
    address: make('address'),
    dob: make('dob'),
    aadhaar: make('aadhaar'),
    pan: make('pan'),
    phone: make('phone'),
    email: make('email'),
    bank_account: make('bank_account'),
    other_id: make('other_id'),
  };
}
