/** Ids of a list's rows: where they begin and end, and about how many rows lie between. */
export interface Span {
  readonly newest: number;
  readonly oldest: number;
  readonly rows: number;
}

/** Ids from `from` on and below `before`, and how many rows of them are wanted. */
export interface Window {
  readonly from: number;
  readonly before: number;
  readonly count: number;
}

/** The first window is wide enough for so many times the rows, if they lie evenly. */
const FIRST = 1.5;
/**
 * A window is at least twice and at most so many times as wide as the one before: the few rows that were found say
 * little of those further back, and what is looked at too much costs more than another window.
 */
const WIDEST = 4;
const WIDEST_AFTER_NONE = 16;

/**
 * The `limit` newest rows of a list that lies in parts, or in which few rows pass a condition that no index knows:
 * windows of ids are read one after the other from the newest on, each as wide as the rows so far say is enough. So
 * rows are looked at once, those of all parts together, and no part is read far to find a row that is not shown.
 * @param read rows of a window that pass, newest first
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
