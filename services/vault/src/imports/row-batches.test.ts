import { expect, test } from 'vitest';
import { CHUNK_BYTES } from './import-key.ts';
import { FILE_START, type FilePosition } from './record-framer.ts';
import { BATCH_ROWS, frameBatches, slices } from './row-batches.ts';

const csv = { mediaType: 'text/csv', separator: ',' } as const;

test('reads a chunk of the shortest rows, which are more than a call can have arguments', async () => {
  const chunk = Buffer.alloc(CHUNK_BYTES, 'a\n');
  const file = { chunkCount: 2, chunk: async () => chunk };
  let rows = 0;
  for await (const batch of frameBatches(file, csv, FILE_START)) {
    expect(batch.rows.length).toBeLessThanOrEqual(BATCH_ROWS);
    rows += batch.rows.length;
  }
  expect(rows).toBe(CHUNK_BYTES);
});

test('each chunk gives a batch, and reading goes on behind any of them', async () => {
  const text = `a\n${'\n'.repeat(CHUNK_BYTES)}b\n${'x'.repeat(2 * CHUNK_BYTES)}\nc\n${',\n'.repeat(CHUNK_BYTES)}`;
  const bytes = Buffer.from(text);
  const file = {
    chunkCount: Math.ceil(bytes.length / CHUNK_BYTES),
    chunk: async (index: number) => bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  };
  const read = async (from: FilePosition) => {
    const batches = [];
    for await (const { rows, end } of frameBatches(file, csv, from))
      batches.push({ texts: rows.map(({ bytes: row, problem }) => problem ?? row.toString()), end });
    return batches;
  };
  const batches = await read(FILE_START);
  expect(batches.length).toBeGreaterThanOrEqual(file.chunkCount);
  expect(batches.flatMap(({ texts }) => texts)).toEqual(['a', 'b', 'ROW_TOO_LONG', 'c']);
  for (const [i, { end }] of batches.entries()) {
    const rest = batches.slice(i + 1).flatMap(({ texts }) => texts);
    expect((await read(end)).flatMap(({ texts }) => texts)).toEqual(rest);
  }
});

test('a slice has few rows and few bytes; a single row may be longer', () => {
  const at = (offset: number) => ({ ...FILE_START, offset });
  const row = (start: number, end: number) => ({ start: at(start), end: at(end) });
  const sizes = (rows: readonly ReturnType<typeof row>[]) =>
    [...slices(rows, 3, 100)].map((part) => part.length);
  expect(sizes([])).toEqual([]);
  expect(sizes([0, 1, 2, 3, 4].map((n) => row(n, n + 1)))).toEqual([3, 2]);
  expect(sizes([row(0, 60), row(60, 120), row(120, 500), row(500, 501)])).toEqual([1, 1, 1, 1]);
  expect(sizes([row(0, 60), row(60, 100), row(100, 101)])).toEqual([2, 1]);
});
