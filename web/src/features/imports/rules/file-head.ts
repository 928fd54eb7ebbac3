import { sampleRows } from '@pii-vault/platform/values/import-columns/column-values';
import { plainName, trimmedEnd, unguarded } from '@pii-vault/platform/values/import-columns/header-name';
import { headerIndex } from '@pii-vault/platform/values/import-columns/header-place';
import { csvRecords, findSeparator } from './csv-records.ts';

export interface PreviewRow {
  number: number;
  cells: readonly string[];
}

/** The beginning of a file as the browser reads it; nothing of it is sent anywhere. */
export interface FileHead {
  /** Lines 1 to this one stand above the header row and are not read; 0: none. */
  titleLines: number;
  columns: readonly string[];
  /** At most PREVIEW_ROWS rows, numbered as the server does (the first row of people is 1), a cell per column. */
  rows: readonly PreviewRow[];
  /** First values of each column, for suggestions. */
  samples: ReadonlyMap<string, readonly string[]>;
  /** Rows in the whole file: counted in a small one, estimated by the size of the first rows in a large one. */
  rowCount: number;
  isEstimate: boolean;
}

export type HeadProblem = 'empty' | 'header' | 'notJson' | 'sameName' | 'utf16';

export type FileFormat = 'text/csv' | 'application/x-ndjson';

const PREVIEW_ROWS = 10;
/** Rows behind the preview are only counted. */
const READ_ROWS = 1000;
const HEAD_BYTES = 256 * 1024;

/** By the name's ending; a file that begins with a brace is NDJSON whatever it is called. */
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

/** The beginning of a file and how it relates to the whole. */
interface Beginning {
  text: string;
  isWhole: boolean;
  fileBytes: number;
}

/** `read` rows took `readChars` of the beginning; in a large file the rest is taken to be alike. */
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
