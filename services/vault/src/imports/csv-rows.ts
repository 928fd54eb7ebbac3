import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import type { Frame } from './record-framer.ts';
import { type Row, type RowProblem, rowProblem } from './row.ts';

/**
 * The cells of framed CSV records (RFC 4180), all by one call of the parser; when one of them is malformed each is
 * parsed by itself, so that only that one is lost.
 */
export function csvRows(frames: readonly Frame[], columns: readonly string[]): Row[] {
  const sound = frames.filter((frame) => soundness(frame) === undefined);
  const together = parseRecords(sound.map((frame) => frame.bytes));
  const parsed =
    together?.length === sound.length ? together : sound.map((frame) => parseRecords([frame.bytes])?.[0]);
  const records = new Map(sound.map((frame, i) => [frame, parsed[i]]));
  return frames.map((frame) => {
    const problem = soundness(frame);
    if (problem !== undefined) return { end: frame.end, problem };
    return rowOf(frame.end, records.get(frame), columns);
  });
}

/** The header's cells, or undefined when it is no well-formed record. */
export function csvHeader(frame: Frame): string[] | undefined {
  if (soundness(frame) !== undefined) return undefined;
  return parseRecords([frame.bytes])?.[0]?.map((cell) => cell.trim());
}

function soundness(frame: Frame): RowProblem | undefined {
  if (frame.problem !== undefined) return rowProblem(frame.problem);
  return isUtf8(frame.bytes) ? undefined : rowProblem('ROW_NOT_UTF8');
}

function rowOf(end: number, record: readonly string[] | undefined, columns: readonly string[]): Row {
  if (record === undefined) return { end, problem: rowProblem('ROW_MALFORMED') };
  if (record.length !== columns.length) return { end, problem: rowProblem('ROW_COLUMN_COUNT') };
  return { end, cells: new Map(columns.map((column, i) => [column, record[i] ?? ''])) };
}

const LINE_END = Buffer.from('\n');

function parseRecords(records: readonly Buffer[]): string[][] | undefined {
  try {
    return parse(Buffer.concat(records.flatMap((record) => [record, LINE_END])), {
      record_delimiter: '\n',
      relax_column_count: true,
    });
  } catch {
    // The parser's message quotes the text: it is dropped, the row says ROW_MALFORMED.
    return undefined;
  }
}
