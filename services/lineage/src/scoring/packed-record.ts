import type { MatchFeatures } from '@pii-vault/proto/vault/v1/features';
import type { CountedValues } from './common-values.ts';
import {
  BIRTH_DATE,
  CODE_WORDS,
  DATE_WHOLE,
  type FeatureColumns,
  FILTER_WORDS,
  HANDLE_FIELDS,
  KEY_WORDS,
  popcount,
  ROW_WORDS,
} from './feature-columns.ts';

const FILTER_BYTES = ROW_WORDS * 4;
const KEY_BYTES = KEY_WORDS * 4;

const CODE_BYTES = CODE_WORDS * 4;
const HINTS_AT = FILTER_BYTES + KEY_BYTES;

/**
 * Bytes of a packed record: a row of FeatureColumns, words little-endian: filters, keys, hints, codes. A record of an
 * encoding before 4 ends with its hints.
 */
const PACKED_BYTES = HINTS_AT + 1 + CODE_BYTES;

/** Bytes of a key as the vault sends it. */
const SENT_KEY_BYTES = 16;

/** A record as the vault sends it (features.proto): no value, no key. */
export type SentRecord = Pick<MatchFeatures, 'keys' | 'filters' | 'hints' | 'codes'>;

/**
 * Keeps the first 64 bits of each key, as two words with the highest byte first; skips kinds of a later encoding.
 * @throws Error when the record violates the contract
 */
export function packRecord({ keys, filters, hints, codes }: SentRecord): Buffer {
  const hasForm = filters.length === FILTER_BYTES && keys.length % SENT_KEY_BYTES === 0;
  if (!hasForm || (codes.length !== 0 && codes.length !== CODE_BYTES))
    throw new Error('The vault sent a record of another length');
  const packed = Buffer.allocUnsafe(PACKED_BYTES).fill(0, FILTER_BYTES);
  packed.set(filters);
  const slots = Math.min(keys.length / SENT_KEY_BYTES, KEY_WORDS / 2);
  for (let slot = 0; slot < slots; slot += 1)
    for (let byte = 0; byte < 8; byte += 1)
      packed[FILTER_BYTES + 8 * slot + (byte ^ 3)] = keys[SENT_KEY_BYTES * slot + byte] ?? 0;
  packed[HINTS_AT] = hints;
  packed.set(codes, HINTS_AT + 1);
  return packed;
}

export function packRow({ filters, keys, hints, codes }: FeatureColumns, row: number): Buffer {
  const packed = Buffer.allocUnsafe(PACKED_BYTES);
  packed.set(new Uint8Array(filters.buffer, filters.byteOffset + row * FILTER_BYTES, FILTER_BYTES), 0);
  packed.set(new Uint8Array(keys.buffer, keys.byteOffset + row * KEY_BYTES, KEY_BYTES), FILTER_BYTES);
  packed[HINTS_AT] = hints[row] ?? 0;
  packed.set(new Uint8Array(codes.buffer, codes.byteOffset + row * CODE_BYTES, CODE_BYTES), HINTS_AT + 1);
  return packed;
}

/** The inverse of packRow, into rows of columns; the unpacked input may be overwritten afterwards. */
export function rowUnpacker({ filters, weights, keys, hints, codes }: FeatureColumns) {
  const codeBytes = new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength);
  // Aligned, so that a record is copied once and read as words; missing parts stay zero.
  const words = new Uint32Array(Math.ceil(PACKED_BYTES / 4));
  const bytes = new Uint8Array(words.buffer);
  return (row: number, packed: Uint8Array): void => {
    bytes.set(packed);
    const keyWords = (hintsAt(packed) - FILTER_BYTES) >>> 2;
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
    hints[row] = packed[hintsAt(packed)] ?? 0;
    codeBytes.set(packed.subarray(hintsAt(packed) + 1), row * CODE_BYTES);
  };
}

/** Offset of the hints: after the keys, of which a former encoding has fewer. */
const hintsAt = (packed: Uint8Array): number => Math.min(packed.length - 1, HINTS_AT);

/** A former encoding has fewer kinds, with the same first ones. */
export const keysOf = (packed: Buffer): Buffer => packed.subarray(FILTER_BYTES, hintsAt(packed));

/** A packed record's handles and tokens in the format of the bucket table: by slot, 64 bits, 0 = missing. */
export const tokensOf = (packed: Buffer): bigint[] => readTokens(keysOf(packed));

/** Its handles alone. */
export const handlesOf = (packed: Buffer): bigint[] =>
  readTokens(keysOf(packed).subarray(0, 8 * HANDLE_FIELDS.length));

/** The values of a packed record that are counted (common-values.ts). */
export function countedValues(packed: Buffer): CountedValues {
  const hints = hintsAt(packed);
  const code = hints + 1 + 4 * BIRTH_DATE;
  return {
    date: code < packed.length ? packed.readUInt32LE(code) : 0,
    isWhole: ((packed[hints] ?? 0) & DATE_WHOLE) !== 0,
    otherId: packed.readUInt32LE(FILTER_BYTES + 8 * OTHER_ID),
  };
}

/**
 * The parts of a packed record that each comparison reads, in the order of COMPARISONS: filter and codes, or handle.
 */
export function comparedParts(packed: Buffer): Buffer[] {
  const filter = (at: number) => packed.subarray(4 * FILTER_WORDS * at, 4 * FILTER_WORDS * (at + 1));
  const codes = packed.subarray(hintsAt(packed) + 1);
  const texts = [
    Buffer.concat([filter(0), codes.subarray(0, 4 * BIRTH_DATE)]),
    filter(1),
    Buffer.concat([filter(2), codes.subarray(4 * BIRTH_DATE)]),
  ];
  const keys = keysOf(packed);
  return [...texts, ...HANDLE_FIELDS.map((_, slot) => keys.subarray(8 * slot, 8 * slot + 8))];
}

const OTHER_ID = HANDLE_FIELDS.indexOf('other_id');

function readTokens(keys: Buffer): bigint[] {
  const view = new DataView(keys.buffer, keys.byteOffset, keys.byteLength);
  const tokens: bigint[] = [];
  for (let at = 0; at < keys.length; at += 8) tokens.push(view.getBigInt64(at, true));
  return tokens;
}
