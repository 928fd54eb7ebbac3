import {
  allocateColumns,
  type FeatureColumns,
  FILTER_WORDS,
  HANDLE_FIELDS,
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

/** The inverse of packRow, into rows of columns; what is unpacked may be overwritten afterwards. */
export function rowUnpacker({ filters, weights, keys, hints }: FeatureColumns) {
  // Aligned, so that a record is copied once and read in words; what it does not have stays zero.
  const words = new Uint32Array(Math.ceil(PACKED_BYTES / 4));
  const bytes = bytesOf(words);
  return (row: number, packed: Uint8Array): void => {
    bytes.set(packed);
    const keyWords = (packed.length - 1 - FILTER_BYTES) >>> 2;
    let at = 0;
    for (let filter = 0; filter < 3; filter += 1) {
      let weight = 0;
      for (const end = at + FILTER_WORDS; at < end; at += 1) {
        const word = words[at] ?? 0;
        filters[row * ROW_WORDS + at] = word;
        weight += popcount(word);
      }
      weights[row * 3 + filter] = weight;
    }
    for (let word = 0; word < keyWords; word += 1)
      keys[row * KEY_WORDS + word] = words[ROW_WORDS + word] ?? 0;
    hints[row] = packed[packed.length - 1] ?? 0;
  };
}

/** Those of a former encoding have fewer kinds, and the same ones first. */
const keysOf = (packed: Buffer): Buffer => packed.subarray(FILTER_BYTES, packed.length - 1);

/** A packed record's handles and tokens as the bucket table has them: by slot, 64 bits, 0 = missing. */
export const tokensOf = (packed: Buffer): bigint[] => readTokens(keysOf(packed));

/** Its handles alone. */
export const handlesOf = (packed: Buffer): bigint[] =>
  readTokens(keysOf(packed).subarray(0, 8 * HANDLE_FIELDS.length));

function readTokens(keys: Buffer): bigint[] {
  const tokens: bigint[] = [];
  for (let at = 0; at < keys.length; at += 8) tokens.push(keys.readBigInt64LE(at));
  return tokens;
}

const bytesOf = (words: Uint32Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
