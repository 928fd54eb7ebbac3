import { planColumns } from '@pii-vault/platform/values/import-columns/column-plan';
import { planHeaderRow } from './column-mapping.ts';
import { csvCells } from './csv-rows.ts';
import { findLayout, separatorLine } from './csv-separator.ts';
import { columnsUnder, type FilePlan, type FileReadOptions } from './file-plan.ts';
import { headerColumns } from './header-row.ts';
import type { MediaType } from './import.ts';
import { emptyImport, unusableHeader } from './import-errors.ts';
import { ndjsonRow } from './ndjson-rows.ts';
import { FILE_START, type Frame, firstFrames, RecordFramer } from './record-framer.ts';

/** Lines of NDJSON, of which one has to be an object with a value. */
const FIRST_LINES = 500;

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export interface HeadOptions extends FileReadOptions {
  readonly mediaType: MediaType;
  /** `head` is the whole file. */
  readonly isWhole: boolean;
}

/**
 * Plans a file by its first bytes. Undefined when the first record is incomplete and more bytes are needed.
 * @throws AppError IMPORT_EMPTY, IMPORT_HEADER, IMPORT_MAPPING
 */
export function planByHead(head: Buffer, options: HeadOptions): FilePlan | undefined {
  refuseUtf16(head);
  const mark = head.subarray(0, 3).equals(UTF8_BOM) ? 3 : 0;
  return options.mediaType === 'text/csv' ? planCsv(head, mark, options) : planNdjson(head, mark, options);
}

function refuseUtf16(head: Buffer): void {
  const mark = head.length > 1 ? head.readUInt16BE(0) : 0;
  // Latin text in UTF-16 has a NUL in every second byte, with or without a byte order mark.
  const isUnmarked =
    head.length > 3 && (head[0] === 0) !== (head[1] === 0) && (head[2] === 0) !== (head[3] === 0);
  if (mark === 0xfeff || mark === 0xfffe || isUnmarked) {
    throw unusableHeader('The file is UTF-16; save it as CSV in UTF-8');
  }
}

function planCsv(head: Buffer, mark: number, options: HeadOptions): FilePlan | undefined {
  const { mapping, unmapped, dateOrder, isWhole } = options;
  const line = separatorLine(head, mark);
  const offset = line?.end ?? mark;
  const isMapped = (column: string) => mapping !== undefined && Object.hasOwn(mapping, column);
  const rest = head.subarray(offset);
  const layout = findLayout(rest, line?.separator, { isWhole, isMapped });
  if (layout === undefined) return undefined;
  const { separator } = layout;
  // A spreadsheet shows no row for a separator line.
  const from = { ...FILE_START, offset, line: line === undefined ? 1 : 2 };
  const framer = new RecordFramer({ separator, from, keepsBlank: true });
  const header = framesOf(framer, rest, { count: layout.header + 1, isWhole })[layout.header];
  if (header === undefined) return undefined;
  if (header.bytes.includes('\r') && !header.bytes.includes('\n')) {
    throw unusableHeader('The lines of the file end in CR alone; save it with LF or CRLF line ends');
  }
  if (/^[\s,;|"]*$/.test(header.bytes.toString('latin1')) && header.problem === undefined) {
    throw unusableHeader('The header row is blank: it has to name the columns');
  }
  const columns = headerColumns(headerCells(header, separator), isMapped);
  return {
    mediaType: 'text/csv',
    columns: columnsUnder(planHeaderRow(columns, mapping), options),
    mapping,
    unmapped,
    dateOrder,
    isDateOrderSettled: false,
    dates: undefined,
    separator,
    start: header.end,
    ...(layout.header === 0 ? {} : { titleLines: (header.start.line ?? 1) - 1 }),
  };
}

function headerCells(header: Frame, separator: FilePlan['separator']): string[] {
  const cells = csvCells(header, separator);
  if (cells !== undefined) return cells;
  throw unusableHeader(
    header.problem === undefined
      ? 'The header row is not CSV in UTF-8: save the file as CSV in UTF-8'
      : 'The header row does not end: a quotation mark is not closed, or it is longer than 256 KiB',
  );
}

function planNdjson(head: Buffer, mark: number, options: HeadOptions): FilePlan | undefined {
  const { mapping, unmapped, dateOrder, isWhole } = options;
  const from = { ...FILE_START, offset: mark, sheetRow: undefined };
  const frames = framesOf(new RecordFramer({ from }), head.subarray(mark), { count: FIRST_LINES, isWhole });
  if (frames.length === 0) return undefined;
  const keys = firstKeys(frames);
  if (keys === undefined)
    throw unusableHeader(
      `No line of the beginning of the file is a JSON object with a value. ${firstProblem(frames)}`,
    );
  return {
    mediaType: 'application/x-ndjson',
    columns: columnsUnder(planColumns(keys, mapping), options),
    mapping,
    unmapped,
    dateOrder,
    isDateOrderSettled: false,
    dates: undefined,
    separator: ',',
    start: from,
  };
}

/** @throws AppError IMPORT_EMPTY when the whole file has no record */
function framesOf(framer: RecordFramer, bytes: Buffer, wanted: Parameters<typeof firstFrames>[2]): Frame[] {
  const frames = firstFrames(framer, bytes, wanted);
  if (frames.length === 0 && wanted.isWhole) throw emptyImport();
  return frames;
}

/** Why the first line cannot be read; it quotes nothing of the line. */
function firstProblem([first]: readonly Frame[]): string {
  const row = first === undefined ? undefined : ndjsonRow(first);
  return row !== undefined && 'problem' in row ? `The first one: ${row.problem.message}` : '';
}

function firstKeys(frames: readonly Frame[]): string[] | undefined {
  for (const frame of frames) {
    const row = ndjsonRow(frame);
    if ('cells' in row && row.cells.size > 0) return [...row.cells.keys()];
  }
  return undefined;
}
