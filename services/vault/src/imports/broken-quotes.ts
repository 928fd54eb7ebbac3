import type { FilePosition } from './record-framer.ts';
import type { Row } from './row.ts';

/** Consecutive rows with broken quotation marks after which reading ends: they are the examples of one fault. */
export const MAX_BROKEN_ROWS = 20;

const BROKEN: ReadonlySet<string> = new Set(['ROW_QUOTE_NOT_CLOSED', 'ROW_MALFORMED']);

/** Where reading ends. */
export interface BrokenEnd {
  /** The first broken row: a quotation mark is opened in it. */
  readonly from: FilePosition;
  /** Index behind the last example. */
  readonly end: number;
}

/**
 * Looks for consecutive broken rows, also across batches. A single stray quotation mark breaks one row; one that is
 * never closed, or is in every row, breaks all rows that follow, and more than a few of them say nothing new.
 */
export class BrokenQuotes {
  #from: FilePosition | undefined;
  #count = 0;

  find(rows: readonly Row[]): BrokenEnd | undefined {
    for (const [i, row] of rows.entries()) {
      if (!('problem' in row && BROKEN.has(row.problem.reason))) {
        this.#count = 0;
        continue;
      }
      if (this.#count === 0) this.#from = row.start;
      this.#count++;
      if (this.#count === MAX_BROKEN_ROWS && this.#from !== undefined)
        return { from: this.#from, end: i + 1 };
    }
    return undefined;
  }
}
