import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import { csvRows } from './csv-rows.ts';
import type { FilePlan } from './file-plan.ts';
import { CHUNK_BYTES } from './import-key.ts';
import { ndjsonRows } from './ndjson-rows.ts';
import { type FilePosition, type Frame, RecordFramer } from './record-framer.ts';
import type { Row } from './row.ts';

/** People per transaction, as many as one call writes: they share the fixed cost of a transaction. */
export const BATCH_ROWS = 200;

/** Bytes per transaction; more only for a single row. Bounds the memory of rows that are long. */
export const BATCH_BYTES = 1_048_576;

/** Rows parsed per slice of the event loop, about 1 ms. */
const PARSED_AT_ONCE = 50;

/** Bytes framed, parsed or judged per slice of the event loop; more only for a single row. */
const SLICE_BYTES = 32_768;

/** A stored file, read chunk by chunk. */
export interface StoredFile {
  readonly chunkCount: number;
  /** @throws AppError when the chunk is missing or was changed */
  chunk(index: number): Promise<Buffer>;
}

/** Rows or records, and the position behind them. Empty when a part of the file has none. */
export interface Batch<T> {
  readonly rows: readonly T[];
  readonly end: FilePosition;
}

/** Rows of a file after `from`, in batches of at most BATCH_ROWS. */
export async function* rowBatches(
  file: StoredFile,
  plan: FilePlan,
  from: FilePosition,
): AsyncGenerator<Batch<Row>> {
  const parse = parserOf(plan);
  for await (const { rows, end } of frameBatches(file, plan, from))
    yield { rows: await inTurns(rows, parse), end };
}

export const parserOf =
  (plan: FilePlan) =>
  (frames: readonly Frame[]): Row[] =>
    plan.mediaType === 'text/csv'
      ? csvRows(frames, { columns: plan.columns.columns, separator: plan.separator })
      : ndjsonRows(frames);

/** Unparsed records after `from`, in batches of at most BATCH_ROWS; at least one per chunk, so that a turn can end. */
export async function* frameBatches(
  file: StoredFile,
  { mediaType, separator }: Pick<FilePlan, 'mediaType' | 'separator'>,
  from: FilePosition,
): AsyncGenerator<Batch<Frame>> {
  const framer = new RecordFramer(mediaType === 'text/csv' ? { separator, from } : { from });
  let waiting: Frame[] = [];
  for (let index = Math.floor(from.offset / CHUNK_BYTES); index < file.chunkCount; index++) {
    const chunk = await file.chunk(index);
    for (let at = Math.max(0, from.offset - index * CHUNK_BYTES); at < chunk.length; at += SLICE_BYTES) {
      await yieldToEventLoop();
      // A slice may hold more records than a call may have arguments.
      waiting = waiting.concat(framer.push(chunk.subarray(at, at + SLICE_BYTES)));
      const batches = [...slices(waiting, BATCH_ROWS, BATCH_BYTES)];
      // The last one may get more rows from the next slice.
      for (const rows of batches.slice(0, -1)) yield { rows, end: endOf(rows, from) };
      waiting = batches.at(-1) ?? [];
    }
    yield { rows: waiting, end: waiting.at(-1)?.end ?? framer.position };
    waiting = [];
  }
  for (const rows of slices(framer.end(), BATCH_ROWS, BATCH_BYTES)) yield { rows, end: endOf(rows, from) };
}

const endOf = (rows: readonly Pick<Frame, 'end'>[], from: FilePosition) => rows.at(-1)?.end ?? from;

/** Splits rows into parts of at most `maxRows`, and of about SLICE_BYTES of the file. */
export function* slices<T extends Pick<Frame, 'start' | 'end'>>(
  rows: readonly T[],
  maxRows: number,
  maxBytes = SLICE_BYTES,
): Generator<T[]> {
  let first = 0;
  let bytes = 0;
  for (const [i, { start, end }] of rows.entries()) {
    const length = end.offset - start.offset;
    if (i > first && (i - first === maxRows || bytes + length > maxBytes)) {
      yield rows.slice(first, i);
      first = i;
      bytes = 0;
    }
    bytes += length;
  }
  if (first < rows.length) yield rows.slice(first);
}

async function inTurns(frames: readonly Frame[], parse: (frames: readonly Frame[]) => Row[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const slice of slices(frames, PARSED_AT_ONCE)) {
    await yieldToEventLoop();
    rows.push(...parse(slice));
  }
  return rows;
}
