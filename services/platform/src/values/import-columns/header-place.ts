import { MAX_COLUMNS } from './column-plan.ts';
import { plainName, unguarded } from './header-name.ts';
import { meaningOf } from './known-headers.ts';

/** Most rows above a header row: titles, dates, rows without a value. */
export const MAX_TITLE_ROWS = 10;

/** Cells that tell a row without a known header from the titles above it. */
const FEWEST_CELLS = 3;

interface RowCells {
  /** Cells with a value. */
  readonly filled: number;
  /** Cells that are a known or mapped column name. */
  readonly known: number;
}

/**
 * Index of the row that names the columns, among the first rows of a file. It is the first row, unless that row names
 * nothing and titles are likely ("ABC Ltd", "Customers as on 01/04/2026"):
 * - a later row has at least two known names, and they are half of its cells, or it has more cells than any before it;
 * - or every row above has at most one cell, and this one has three or more.
 */
export function headerIndex(
  records: readonly (readonly string[])[],
  isMapped: (column: string) => boolean = () => false,
): number {
  const rows = records.slice(0, MAX_TITLE_ROWS + 1).map((cells) => countsOf(cells, isMapped));
  const [first] = rows;
  if (first === undefined || first.known > 1 || (first.known === 1 && first.filled > 1)) return 0;
  const named = rows.findIndex(({ known, filled }, i) => {
    const widest = Math.max(0, ...rows.slice(0, i).map((row) => row.filled));
    return known > 1 && (known * 2 >= filled || filled > widest);
  });
  if (named > 0) return named;
  if (first.filled !== 1 || first.known > 0) return 0;
  const wide = rows.findIndex(({ filled }) => filled > 1);
  return (rows[wide]?.filled ?? 0) >= FEWEST_CELLS ? wide : 0;
}

function countsOf(cells: readonly string[], isMapped: (column: string) => boolean): RowCells {
  // A row with more cells names no columns.
  const names = cells.slice(0, MAX_COLUMNS).map((cell) => plainName(unguarded(cell)));
  const filled = names.filter((name) => name !== '');
  const known = filled.filter((name) => meaningOf(name) !== undefined || isMapped(name));
  return { filled: filled.length, known: known.length };
}
