import { isUtf8 } from 'node:buffer';
import type { Separator } from '@pii-vault/platform/values/import-columns/csv-separators';
import { trimmedEnd, unguarded } from '@pii-vault/platform/values/import-columns/header-name';
import { parse } from 'csv-parse/sync';
import type { Frame } from './record-framer.ts';
import { type Row, type RowProblem, rowProblem } from './row.ts';

/** Settings for parsing the records of a CSV. */
export interface CsvShape {
  readonly columns: readonly string[];
  readonly separator: Separator;
}

/**
 * The cells of framed CSV records (RFC 4180), parsed by one call. If one is malformed, each is parsed separately, so
 * that only that one is rejected.
 */
export function csvRows(frames: readonly Frame[], { columns, separator }: CsvShape): Row[] {
  const sound = frames.filter((frame) => soundness(frame) === undefined);
  const together = parseRecords(
    sound.map((frame) => frame.bytes),
    separator,
  );
  const parsed =
    together?.length === sound.length ? together : sound.map((frame) => parseOne(frame, separator));
  const records = new Map(sound.map((frame, i) => [frame, parsed[i]]));
  return frames.map((frame) => {
    const problem = soundness(frame);
    if (problem === undefined) return rowOf(frame, records.get(frame), { columns, separator });
    const row = { start: frame.start, end: frame.end, problem };
    const isBroken = frame.problem !== undefined && frame.problem !== 'ROW_TOO_LONG';
    return isBroken ? { ...row, parts: partsOf(frame, separator) } : row;
  });
}

/** The cells of one record, or undefined when it is malformed. */
export function csvCells(frame: Frame, separator: Separator): string[] | undefined {
  if (soundness(frame) !== undefined) return undefined;
  return parseOne(frame, separator);
}

/** A cell `="00125"`, by which programs keep zeros in a spreadsheet, is accepted without quotes around it. */
function parseOne({ bytes }: Frame, separator: Separator): string[] | undefined {
  const [record] = parseRecords([bytes], separator) ?? [];
  if (record !== undefined || !bytes.includes('="')) return record;
  const between = separator === '|' ? '\\|' : separator;
  const formula = new RegExp(`(^|${between})="([^"]*)"(?=${between}|$)`, 'g');
  const quoted = bytes.toString('latin1').replace(formula, '$1"=""$2"""');
  return parseRecords([Buffer.from(quoted, 'latin1')], separator)?.[0];
}

function soundness(frame: Frame): RowProblem | undefined {
  if (frame.problem !== undefined) return rowProblem(frame.problem);
  return isUtf8(frame.bytes) ? undefined : rowProblem('ROW_NOT_UTF8');
}

/**
 * Spreadsheets omit empty trailing cells: they are filled, except where the file ends without a line end, because it
 * may have been cut off there. A value beyond the last column is refused.
 */
function rowOf(frame: Frame, record: readonly string[] | undefined, { columns, separator }: CsvShape): Row {
  const { start, end, bytes } = frame;
  if (record === undefined)
    return { start, end, problem: rowProblem('ROW_MALFORMED'), parts: partsOf(frame, separator) };
  if (record.length > columns.length && trimmedEnd(record).length > columns.length) {
    return { start, end, problem: rowProblem('ROW_COLUMN_COUNT') };
  }
  const missing = Math.max(0, columns.length - record.length);
  const hasLineEnd = end.offset - start.offset > bytes.length;
  if (missing > 0 && !hasLineEnd) return { start, end, problem: rowProblem('ROW_CUT_OFF') };
  const cells = new Map(columns.map((column, i) => [column, unguarded(record[i] ?? '')]));
  return { start, end, cells, missing };
}

/** A line split at every separator, with quotation marks as text. */
const partsOf = ({ bytes }: Frame, separator: Separator): string[] => bytes.toString('utf8').split(separator);

const LINE_END = Buffer.from('\n');

function parseRecords(records: readonly Buffer[], separator: Separator): string[][] | undefined {
  try {
    return parse(Buffer.concat(records.flatMap((record) => [record, LINE_END])), {
      delimiter: separator,
      record_delimiter: '\n',
      relax_column_count: true,
    });
  } catch {
    // The parser's message quotes the text: it is dropped, the row gets ROW_MALFORMED.
    return undefined;
  }
}
