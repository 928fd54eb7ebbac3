import { sampleRows } from '@pii-vault/platform/values/import-columns/column-values';
import { likeliestLayout, SAMPLE_RECORDS } from '@pii-vault/platform/values/import-columns/csv-separators';
import { plainName, trimmedEnd, unguarded } from '@pii-vault/platform/values/import-columns/header-name';
import { headerIndex } from '@pii-vault/platform/values/import-columns/header-place';

export interface PreviewRow {
  number: number;
  cells: readonly string[];
}

/** The beginning of a file, parsed in the browser. It is not sent. */
export interface FileHead {
  /** Number of lines above the header row, which are skipped. */
  titleLines: number;
  columns: readonly string[];
  /** At most PREVIEW_ROWS rows with one cell per column. Numbered as by the server: the first row of people is 1. */
  rows: readonly PreviewRow[];
  /** First values of each column, for suggestions. */
  samples: ReadonlyMap<string, readonly string[]>;
  /** Rows in the whole file: counted if the file is small, else estimated from the size of the first rows. */
  rowCount: number;
  isEstimate: boolean;
}

export type HeadProblem = 'empty' | 'header' | 'notJson' | 'sameName' | 'utf16';

export type FileFormat = 'text/csv' | 'application/x-ndjson';

const PREVIEW_ROWS = 10;
/** Rows after the preview are only counted. */
const READ_ROWS = 1000;
const HEAD_BYTES = 256 * 1024;

/** By the file name's extension; a file that starts with a brace is NDJSON under any name. */
function formatOf(fileName: string, start: string): FileFormat {
  return /\.(ndjson|jsonl|json)$/i.test(fileName) || start.trimStart().startsWith('{')
    ? 'application/x-ndjson'
    : 'text/csv';
}

const sampled = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  new Map(
    columns.map((column, index) => [
      column,
      rows.slice(0, sampleRows(columns.length)).map((cells) => cells[index] ?? ''),
    ]),
  );

const numbered = (rows: readonly (readonly string[])[]): readonly PreviewRow[] =>
  rows.slice(0, PREVIEW_ROWS).map((cells, index) => ({ number: index + 1, cells }));

/** The beginning of a file, and whether it is the whole file. */
interface Beginning {
  text: string;
  isWhole: boolean;
  fileBytes: number;
}

/** `read` rows took `readChars` characters; for a large file the rest is extrapolated. */
function countRows({ isWhole, fileBytes }: Beginning, read: number, readChars: number) {
  const isEstimate = !isWhole || read >= READ_ROWS;
  return {
    isEstimate,
    rowCount: isEstimate ? Math.round((read * fileBytes) / Math.max(1, readChars)) : read,
  };
}

const BLANK_LINE = /^[\s,;|"]*$/;

const linesOf = (text: string) => text.split('\n').length - 1;

/** Lines without a value at the start of a text. */
const blankLinesAt = (text: string) => text.split('\n').findIndex((line) => !BLANK_LINE.test(line));

function csvHead(beginning: Beginning): FileHead | HeadProblem {
  const { isWhole } = beginning;
  const { separator, headerAt } = findSeparator(beginning.text, isWhole);
  const text = beginning.text.slice(headerAt);
  const { records, ends } = csvRecords(text, { separator, isWhole, limit: READ_ROWS + 1 });
  const at = headerIndex(records);
  const [header, ...rows] = records.slice(at);
  if (!header) return 'empty';
  const isBlank = at === 0 && BLANK_LINE.test(text.split('\n')[0] ?? '');
  if (isBlank || header.some((cell) => /[^\P{Cc}\t\n\r]/u.test(cell))) return 'header';
  const columns = trimmedEnd(header).map(
    (cell, index) => plainName(unguarded(cell)) || `Column ${index + 1}`,
  );
  if (new Set(columns).size < columns.length) return 'sameName';
  if (rows.length === 0) return 'empty';
  const titles = at === 0 ? '' : beginning.text.slice(0, headerAt + (ends[at - 1] ?? 0));
  return {
    titleLines: at === 0 ? 0 : linesOf(titles) + blankLinesAt(beginning.text.slice(titles.length)),
    columns,
    rows: numbered(rows.map((row) => columns.map((_, index) => unguarded(row[index] ?? '')))),
    samples: sampled(
      columns,
      rows.map((row) => row.map(unguarded)),
    ),
    ...countRows(beginning, rows.length, (ends.at(-1) ?? 0) - (ends[at] ?? 0)),
  };
}

function parseLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function ndjsonHead(beginning: Beginning): FileHead | HeadProblem {
  const { text, isWhole } = beginning;
  const lines = isWhole ? text.split('\n') : text.split('\n').slice(0, -1);
  const filled = lines.filter((line) => line.trim() !== '').slice(0, READ_ROWS);
  if (filled.length === 0) return 'empty';
  const rows = filled.map(parseLine);
  if (!rows[0]) return 'notJson';
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row ?? {})))];
  const cells = rows.map((row) =>
    columns.map((column) =>
      row !== undefined && Object.hasOwn(row, column) ? String(row[column] ?? '') : '',
    ),
  );
  return {
    titleLines: 0,
    columns,
    rows: numbered(cells),
    samples: sampled(columns, cells),
    ...countRows(beginning, filled.length, filled.join('\n').length + 1),
  };
}

/** Reads the first rows of a file in this browser. */
export async function readHead(file: File): Promise<{ format: FileFormat; head: FileHead | HeadProblem }> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark === 0xfeff || mark === 0xfffe) return { format: 'text/csv', head: 'utf16' };
  const text = new TextDecoder().decode(bytes);
  const format = formatOf(file.name, text);
  const beginning = { text, isWhole: file.size <= HEAD_BYTES, fileBytes: file.size };
  return { format, head: format === 'text/csv' ? csvHead(beginning) : ndjsonHead(beginning) };
}

interface CsvRecords {
  records: string[][];
  /** End of each record: an index into the text. */
  ends: number[];
}

interface ReadOptions {
  separator?: string;
  /** Whether the text is the whole file: then a last record without a line end is complete. */
  isWhole: boolean;
  limit: number;
}

/** Parses CSV by RFC 4180: quoted cells keep separators, line ends and doubled quotes. Blank rows are skipped. */
export function csvRecords(text: string, { separator = ',', isWhole, limit }: ReadOptions): CsvRecords {
  const records: string[][] = [];
  const ends: number[] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  function endCell(): void {
    record.push(cell);
    cell = '';
  }
  function endRecord(at: number): void {
    endCell();
    if (record.some((one) => one.trim() !== '')) {
      records.push(record);
      ends.push(at);
    }
    record = [];
  }
  for (let at = 0; at < text.length && records.length < limit; at++) {
    const char = text[at];
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) endCell();
    else if (char === '\n') endRecord(at + 1);
    else if (char !== '\r' || text[at + 1] !== '\n') cell += char;
  }
  if (isWhole && records.length < limit && (cell !== '' || record.length > 0)) endRecord(text.length);
  return { records, ends };
}

/** The separator of a file and the index where its header begins, by the rules of the vault. */
function findSeparator(text: string, isWhole: boolean): { separator: string; headerAt: number } {
  const line = /^"?sep=([,;|\t])"?\r?\n/i.exec(text);
  if (line?.[1] !== undefined) return { separator: line[1], headerAt: line[0].length };
  const read = (separator: string) => csvRecords(text, { separator, isWhole, limit: SAMPLE_RECORDS }).records;
  return { separator: likeliestLayout(read).separator, headerAt: 0 };
}
