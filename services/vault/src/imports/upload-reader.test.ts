import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHUNK_BYTES } from './import-key.ts';
import { UploadReader } from './upload-reader.ts';

async function* messages(file: Buffer, sizes: readonly number[]) {
  let at = 0;
  for (let i = 0; at < file.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    yield { part: { $case: 'chunk' as const, value: file.subarray(at, at + size) } };
    at += size;
  }
}

const reading = { mapping: undefined, unmapped: 'hold', dateOrder: 'dmy' } as const;

async function read(file: Buffer, sizes: readonly number[], maxBytes = 4_000_000) {
  const chunks: Buffer[] = [];
  const options = { mediaType: 'text/csv', reading, maxBytes } as const;
  const reader = new UploadReader(options, {
    received: async () => undefined,
    store: async (index, bytes) => {
      expect(index).toBe(chunks.length);
      chunks.push(Buffer.from(bytes));
    },
  });
  return { chunks, upload: await reader.read(messages(file, sizes)) };
}

test('stores the same chunks however the file arrives', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 262_144 }), { minLength: 1, maxLength: 5 });
  const property = fc.asyncProperty(fc.integer({ min: 30, max: 1_300_000 }), sizes, async (length, parts) => {
    fc.pre(parts.some((size) => size > 5_000));
    const file = Buffer.concat([Buffer.from('name,phone\n'), Buffer.alloc(length, 'Asha,12\n')]);
    const { chunks, upload } = await read(file, parts);
    expect(Buffer.concat(chunks).equals(file)).toBe(true);
    expect(chunks.slice(0, -1).every((chunk) => chunk.length === CHUNK_BYTES)).toBe(true);
    expect(upload).toMatchObject({
      bytesTotal: file.length,
      chunkCount: chunks.length,
      plan: { start: { offset: 11, line: 2, sheetRow: 2 }, separator: ',' },
    });
    expect(upload.sha256).toEqual(createHash('sha256').update(file).digest());
  });
  await fc.assert(property, { numRuns: 30 });
});

test('refuses an unusable header before the rest arrives', async () => {
  let taken = 0;
  async function* endless() {
    for (; ; taken++)
      yield { part: { $case: 'chunk' as const, value: Buffer.from('Asha Rao,9812345670\nRavi,13\n') } };
  }
  const sink = { received: async () => undefined, store: async () => undefined };
  const reader = new UploadReader({ mediaType: 'text/csv', reading, maxBytes: 1e6 }, sink);
  await expect(reader.read(endless())).rejects.toMatchObject({ reason: 'IMPORT_HEADER' });
  // The first records determine the separator.
  expect(taken).toBeLessThan(9);
});

test('refuses a file without any line end, with a UTF-16 mark, or above the size limit', async () => {
  const refusal = (file: Buffer, maxBytes?: number) => expect(read(file, [100_000], maxBytes)).rejects;
  await refusal(Buffer.alloc(3_000_000, 'a')).toMatchObject({ reason: 'IMPORT_HEADER' });
  await refusal(Buffer.from('\ufeffname\nAsha\n', 'utf16le')).toMatchObject({ reason: 'IMPORT_HEADER' });
  const macLines = { reason: 'IMPORT_HEADER', message: expect.stringContaining('CR alone') };
  await refusal(Buffer.from('id,name\r1,Asha\r')).toMatchObject(macLines);
  await refusal(Buffer.from('name\nAsha\n'), 9).toMatchObject({ reason: 'PAYLOAD_TOO_LARGE' });
  await refusal(Buffer.alloc(0)).toMatchObject({ reason: 'IMPORT_EMPTY' });
});
