import { expect, test } from 'vitest';
import { CHUNK_BYTES } from './import-key.ts';
import { FILE_START } from './record-framer.ts';
import { BATCH_ROWS, frameBatches } from './row-batches.ts';

test('reads a chunk of the shortest rows, which are more than a call can have arguments', async () => {
  const chunk = Buffer.alloc(CHUNK_BYTES, 'a\n');
  const file = { chunkCount: 2, chunk: async () => chunk };
  let rows = 0;
  for await (const frames of frameBatches(file, { mediaType: 'text/csv', separator: ',' }, FILE_START)) {
    expect(frames.length).toBeLessThanOrEqual(BATCH_ROWS);
    rows += frames.length;
  }
  expect(rows).toBe(CHUNK_BYTES);
});
