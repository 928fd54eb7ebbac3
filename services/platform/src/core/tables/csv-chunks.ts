import { stringify } from 'csv-stringify/sync';

/** Columns of a table file by their header, in the order in which they are written. */
export type Columns<T> = Readonly<Record<string, (row: T) => CellValue>>;
export type CellValue = string | number | boolean | null | undefined;

/**
 * Rows as CSV (RFC 4180: CRLF, quotes doubled) behind a UTF-8 byte order mark, without which Excel reads the file as
 * the local code page. One chunk per page. Mark and header come with the first page, so a failure to read it surfaces
 * at the first chunk. A cell that a spreadsheet would run as a formula gets a `'` before it (OWASP "CSV Injection":
 * = + - @ tab CR), and so does a text whose own apostrophe an import would take for that; numbers stay numbers.
 */
export async function* csvChunks<T>(
  pages: AsyncIterable<readonly T[]>,
  columns: Columns<T>,
): AsyncGenerator<string> {
  const names = Object.keys(columns);
  const cellsOf = Object.values(columns);
  let isFirst = true;
  for await (const rows of pages) {
    yield csvText(
      names,
      rows.map((row) => cellsOf.map((cell) => cell(row))),
      isFirst,
    );
    isFirst = false;
  }
  if (isFirst) yield csvText(names, [], true);
}

function csvText(columns: string[], rows: readonly CellValue[][], header: boolean): string {
  return stringify([...rows], {
    bom: header,
    header,
    columns,
    record_delimiter: 'windows',
    // A line break of any kind; of itself the library quotes CRLF alone, and LF in an address would end the row.
    quoted_match: /[\r\n]/,
    cast: { boolean: String, string: guarded },
  });
}

/** Undone by the import (values/import-columns/header-name.ts). */
const guarded = (text: string): string => (/^'*[=+\-@\t\r＝＋－＠]|^'+\d/.test(text) ? `'${text}` : text);
