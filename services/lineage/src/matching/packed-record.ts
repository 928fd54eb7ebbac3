import {
  allocateColumns,
  type FeatureColumns,
  FILTER_WORDS,
  KEY_WORDS,
  popcount,
  type RecordFeatures,
  ROW_WORDS,
  setRow,
} from '../scoring/feature-columns.ts';

const FILTER_BYTES = ROW_WORDS * 4;
const KEY_BYTES = KEY_WORDS * 4;

/** Bytes of a packed record: a row of FeatureColumns, words little-endian: filters, keys, hints. */
const PACKED_BYTES = FILTER_BYTES + KEY_BYTES + 1;

export function packRecord(record: RecordFeatures): Buffer {
  const columns = allocateColumns(1);
  setRow(columns, 0, record);
  return packRow(columns, 0);
}

export function packRow(columns: FeatureColumns, row: number): Buffer {
  const packed = Buffer.allocUnsafe(PACKED_BYTES);
  packed.set(bytesOf(columns.filters).subarray(row * FILTER_BYTES, (row + 1) * FILTER_BYTES), 0);
  packed.set(bytesOf(columns.keys).subarray(row * KEY_BYTES, (row + 1) * KEY_BYTES), FILTER_BYTES);
  packed[PACKED_BYTES - 1] = columns.hints[row] ?? 0;
  return packed;
}

/** The inverse of packRow, into a row of columns. */
export function unpackRecord(columns: FeatureColumns, row: number, packed: Buffer): void {
  bytesOf(columns.filters).set(packed.subarray(0, FILTER_BYTES), row * FILTER_BYTES);
  bytesOf(columns.keys).set(keysOf(packed), row * KEY_BYTES);
  for (let filter = 0; filter < 3; filter += 1) {
    const start = row * ROW_WORDS + filter * FILTER_WORDS;
    let weight = 0;
    for (let i = start; i < start + FILTER_WORDS; i += 1) weight += popcount(columns.filters[i] ?? 0);
    columns.weights[row * 3 + filter] = weight;
  }
  columns.hints[row] = packed.at(-1) ?? 0;
}

/** Those of a former encoding have fewer kinds, and the same ones first. */
const keysOf = (packed: Buffer): Buffer => packed.subarray(FILTER_BYTES, packed.length - 1);

/** A packed record's handles and tokens as the bucket table has them: by slot, 64 bits, 0 = missing. */
export function tokensOf(packed: Buffer): bigint[] {
  const tokens: bigint[] = [];
  const keys = keysOf(packed);
  for (let at = 0; at < keys.length; at += 8) tokens.push(keys.readBigInt64LE(at));
  return tokens;
}

const bytesOf = (words: Uint32Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
