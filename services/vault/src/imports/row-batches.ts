import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import { csvRows } from './csv-rows.ts';
import type { FilePlan } from './file-plan.ts';
import { CHUNK_BYTES } from './import-key.ts';
import { ndjsonRows } from './ndjson-rows.ts';
import { type FilePosition, type Frame, RecordFramer } from './record-framer.ts';
import type { Row } from './row.ts';

/** People per transaction, as many as one call writes: they share the fixed cost of a transaction. */
export const BATCH_ROWS = 200;

/** Rows parsed per slice of the event loop, about 1 ms. */
const PARSED_AT_ONCE = 50;

/** A stored file, read chunk by chunk. */
export interface StoredFile {
  readonly chunkCount: number;
  /** @throws AppError when the chunk is missing or was changed */
  chunk(index: number): Promise<Buffer>;
}

/** Rows of a file after `from`, in batches of at most BATCH_ROWS. */
export async function* rowBatches(
  file: StoredFile,
  plan: FilePlan,
  from: FilePosition,
): AsyncGenerator<Row[]> {
  const parse = parserOf(plan);
  for await (const frames of frameBatches(file, plan, from)) yield await inTurns(frames, parse);
}

export const parserOf =
  (plan: FilePlan) =>
  (frames: readonly Frame[]): Row[] =>
    plan.mediaType === 'text/csv'
      ? csvRows(frames, { columns: plan.columns.columns, separator: plan.separator })
      : ndjsonRows(frames);

/** Unparsed records of a file after `from`, in batches of at most BATCH_ROWS. */
export async function* frameBatches(
  file: StoredFile,
  { mediaType, separator }: Pick<FilePlan, 'mediaType' | 'separator'>,
  from: FilePosition,
): AsyncGenerator<Frame[]> {
  const framer = new RecordFramer(mediaType === 'text/csv' ? { separator, from } : { from });
  let waiting: Frame[] = [];
  for (let index = Math.floor(from.offset / CHUNK_BYTES); index < file.chunkCount; index++) {
    const chunk = await file.chunk(index);
    const skipped = Math.max(0, from.offset - index * CHUNK_BYTES);
    // A chunk may hold more records than a call may have arguments.
    waiting = waiting.concat(framer.push(chunk.subarray(skipped)));
    let taken = 0;
    for (; waiting.length - taken >= BATCH_ROWS; taken += BATCH_ROWS)
      yield waiting.slice(taken, taken + BATCH_ROWS);
    waiting = waiting.slice(taken);
  }
  waiting = waiting.concat(framer.end());
  for (let at = 0; at < waiting.length; at += BATCH_ROWS) yield waiting.slice(at, at + BATCH_ROWS);
}

async function inTurns(frames: readonly Frame[], parse: (frames: readonly Frame[]) => Row[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < frames.length; at += PARSED_AT_ONCE) {
    await yieldToEventLoop();
    rows.push(...parse(frames.slice(at, at + PARSED_AT_ONCE)));
  }
  return rows;
}
