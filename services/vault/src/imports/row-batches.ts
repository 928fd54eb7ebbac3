import { nextTurn } from '@pii-vault/platform/process/next-turn';
import { csvRows } from './csv-rows.ts';
import type { FilePlan } from './file-plan.ts';
import { CHUNK_BYTES } from './import-key.ts';
import { ndjsonRows } from './ndjson-rows.ts';
import { type Frame, RecordFramer } from './record-framer.ts';
import type { Row } from './row.ts';

/** People per transaction, as many as one call writes: what a transaction costs by itself is shared by more of them. */
export const BATCH_ROWS = 200;

/** Rows parsed between two turns of the event loop, about 1 ms. */
const PARSED_AT_ONCE = 50;

/** A stored file, read chunk by chunk. */
export interface StoredFile {
  readonly chunkCount: number;
  /** @throws AppError when the chunk is missing or was changed */
  chunk(index: number): Promise<Buffer>;
}

/** Rows of a file from `offset`, which is where a row begins, in batches of at most BATCH_ROWS. */
export async function* rowBatches(file: StoredFile, plan: FilePlan, offset: number): AsyncGenerator<Row[]> {
  const framer = new RecordFramer({ quotes: plan.mediaType === 'text/csv', offset });
  const parse = (frames: readonly Frame[]) =>
    plan.mediaType === 'text/csv' ? csvRows(frames, plan.columns.columns) : ndjsonRows(frames);
  let waiting: Frame[] = [];
  for (let index = Math.floor(offset / CHUNK_BYTES); index < file.chunkCount; index++) {
    const chunk = await file.chunk(index);
    const skipped = Math.max(0, offset - index * CHUNK_BYTES);
    waiting.push(...framer.push(chunk.subarray(skipped)));
    for (; waiting.length >= BATCH_ROWS; waiting = waiting.slice(BATCH_ROWS)) {
      yield await inTurns(waiting.slice(0, BATCH_ROWS), parse);
    }
  }
  waiting.push(...framer.end());
  for (; waiting.length > 0; waiting = waiting.slice(BATCH_ROWS)) {
    yield await inTurns(waiting.slice(0, BATCH_ROWS), parse);
  }
}

async function inTurns(frames: readonly Frame[], parse: (frames: readonly Frame[]) => Row[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < frames.length; at += PARSED_AT_ONCE) {
    await nextTurn();
    rows.push(...parse(frames.slice(at, at + PARSED_AT_ONCE)));
  }
  return rows;
}
