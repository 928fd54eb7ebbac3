/** A column's name: one blank for all white space, without characters that show nothing. */
export const plainName = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .trim();

/**
 * A cell as it is meant: without the apostrophe that an export puts before what a spreadsheet would run as a formula
 * (core/tables/csv-chunks.ts), or that a spreadsheet puts before a number that is text; `="00125"` is 00125. What an
 * export guarded is returned unchanged.
 */
export function unguarded(cell: string): string {
  if (/^'+[=+\-@\t\r＝＋－＠\d]/.test(cell)) return cell.slice(1);
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
}

/** Without the blank cells at the end. */
export const trimmedEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
