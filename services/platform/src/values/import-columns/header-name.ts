/** A column's name: one blank for all white space, without characters that show nothing. */
export const plainName = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .trim();

/**
 * A cell without the apostrophe that an export puts before what a spreadsheet would run as a formula
 * (core/tables/csv-chunks.ts).
 */
export const unguarded = (cell: string): string =>
  /^'[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;

/** Without the blank cells at the end. */
export const trimmedEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
