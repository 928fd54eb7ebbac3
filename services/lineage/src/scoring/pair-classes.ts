import { COMPARISONS, type ComparisonName, LEVEL_COUNTS } from './comparison-levels.ts';
import { byComparison, type LevelCounts } from './level-counts.ts';
import type { LevelShares } from './linkage-model.ts';
import { MET_SHARES, metPlace } from './met-shares.ts';
import type { PatternCount } from './pattern-counts.ts';

/** Cells of a comparison in a flat table of shares or counts, one per level. */
const CELLS = Math.max(...Object.values(LEVEL_COUNTS));
const WIDTH = COMPARISONS.length;

/** Patterns in columns: EM iterates over thousands of them a hundred times. */
export interface PatternTable {
  readonly rows: number;
  /** Cell of the level, for each row and comparison. */
  readonly cells: Uint8Array;
  readonly pairs: Float64Array;
  /** Index of the share of joined strangers for each row; MET_SHARES where all are joined. */
  readonly met: Uint16Array;
}

export function patternTable(patterns: readonly PatternCount[]): PatternTable {
  const cells = new Uint8Array(patterns.length * WIDTH);
  for (const [row, { levels }] of patterns.entries())
    for (let at = 0; at < WIDTH; at += 1) cells[row * WIDTH + at] = at * CELLS + (levels[at] ?? 0);
  return {
    rows: patterns.length,
    cells,
    pairs: Float64Array.from(patterns, ({ count }) => count),
    met: Uint16Array.from(patterns, ({ levels }) => metPlace(levels) ?? MET_SHARES),
  };
}

/** Current estimate of the three classes of pairs: one person, one household, strangers. */
export interface ClassProbabilities {
  readonly prior: number;
  readonly householdPrior: number;
  readonly comparisons: LevelShares;
  readonly met: number[];
}

/** Likelihood that a pair is of a class and has its levels. */
export interface ClassWeights {
  readonly match: number;
  readonly neighbour: number;
  readonly stranger: number;
}

export function classWeights(
  beliefs: ClassProbabilities,
): (table: PatternTable, row: number) => ClassWeights {
  const { prior, householdPrior, comparisons } = beliefs;
  const [m, u, h] = (['m', 'u', 'h'] as const).map((of) => sharesTable((name) => comparisons[name][of]));
  const met = Float64Array.from([...beliefs.met, 1]);
  return (table, row) => {
    let match = prior;
    let neighbour = householdPrior;
    let stranger = (1 - prior - householdPrior) * (met[table.met[row] ?? MET_SHARES] ?? 1);
    for (let at = row * WIDTH; at < (row + 1) * WIDTH; at += 1) {
      const cell = table.cells[at] ?? 0;
      match *= m?.[cell] ?? 1;
      neighbour *= h?.[cell] ?? 1;
      stranger *= u?.[cell] ?? 1;
    }
    return { match, neighbour, stranger };
  };
}

/** A missing value has no influence: its share is 1. */
function sharesTable(sharesOf: (name: ComparisonName) => readonly number[]): Float64Array {
  const table = new Float64Array(WIDTH * CELLS).fill(1);
  for (const [at, name] of COMPARISONS.entries()) table.set(sharesOf(name), at * CELLS + 1);
  return table;
}

/** E-step: divides every pattern's pairs among the classes by the current estimate. */
export function expectation(table: PatternTable, beliefs: ClassProbabilities) {
  const weigh = classWeights(beliefs);
  const [same, home, strangers] = [countsTable(), countsTable(), countsTable()];
  let matches = 0;
  let neighbours = 0;
  for (let row = 0; row < table.rows; row += 1) {
    const { match, neighbour, stranger } = weigh(table, row);
    const scale = (table.pairs[row] ?? 0) / (match + neighbour + stranger);
    matches += match * scale;
    neighbours += neighbour * scale;
    for (let at = row * WIDTH; at < (row + 1) * WIDTH; at += 1) {
      const cell = table.cells[at] ?? 0;
      same[cell] = (same[cell] ?? 0) + match * scale;
      home[cell] = (home[cell] ?? 0) + neighbour * scale;
      strangers[cell] = (strangers[cell] ?? 0) + stranger * scale;
    }
  }
  return {
    matches,
    neighbours,
    same: countsIn(same),
    home: countsIn(home),
    strangers: countsIn(strangers),
  };
}

const countsTable = () => new Float64Array(WIDTH * CELLS);

function countsIn(table: Float64Array): LevelCounts {
  const first = new Map(COMPARISONS.map((name, at) => [name, at * CELLS]));
  return byComparison((name) => {
    const from = first.get(name) ?? 0;
    return [...table.subarray(from, from + LEVEL_COUNTS[name])];
  });
}
