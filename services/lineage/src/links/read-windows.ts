/** Range of ids of a list's rows, and about how many rows it contains. */
export interface Span {
  readonly newest: number;
  readonly oldest: number;
  readonly rows: number;
}

/** Ids from `from` (inclusive) to `before` (exclusive), and the number of rows wanted. */
export interface Window {
  readonly from: number;
  readonly before: number;
  readonly count: number;
}

/** The first window is this many times wider than needed for evenly distributed rows. */
const FIRST = 1.5;
/**
 * A window is at least twice and at most this many times as wide as the previous one: few rows found say little about
 * older ones, and reading too many rows costs more than another window.
 */
const WIDEST = 4;
const WIDEST_AFTER_NONE = 16;

/**
 * The `limit` newest rows of a list that consists of parts, or in which few rows pass a condition without an index.
 * Reads windows of ids from the newest on; the rows found so far determine the width of the next one. So each row is
 * read once, and no part is read far for rows that are not shown.
 * @param read returns the rows of a window that pass, newest first
 */
export async function readWindows<R extends { readonly id: number }>(
  { newest, oldest, rows }: Span,
  limit: number,
  read: (window: Window) => Promise<readonly R[]>,
): Promise<R[]> {
  const perRow = (newest - oldest + 1) / Math.max(1, rows);
  const found: R[] = [];
  let before = newest + 1;
  let width = Math.ceil(FIRST * limit * perRow);
  while (found.length < limit && before > oldest) {
    const from = before - width;
    const missing = limit - found.length;
    found.push(...(await read({ from, before, count: missing })));
    before = from;
    const enough = ((limit - found.length) * (newest + 1 - before) * 1.25) / Math.max(1, found.length);
    const widest = found.length === 0 ? WIDEST_AFTER_NONE : WIDEST;
    width = Math.ceil(Math.min(widest * width, Math.max(2 * width, enough)));
  }
  return found.slice(0, limit);
}
