import { BLOCKING_SLOTS } from './blocking-tokens.ts';
import { CODE_WORDS } from './record-codes.ts';

/** Identifiers with handles, in the order of a record's keys. */
export const HANDLE_TYPES = ['aadhaar', 'pan', 'phone', 'email', 'bank_account', 'other_id'] as const;
export type HandleType = (typeof HANDLE_TYPES)[number];

/** Meaning of each key of a record, by slot: the handles, then the tokens; a kind may have several slots. */
export const KEY_SLOTS: readonly string[] = [...HANDLE_TYPES, ...BLOCKING_SLOTS];
/** Words of one key: 128 bits. */
export const KEY_WORDS = 4;

export const FILTERS = ['name', 'address', 'dob'] as const;
/** Words of one filter: 512 bits. */
export const FILTER_WORDS = 16;

/**
 * Records as the vault sends them, in flat arrays that threads transfer without copying: pseudonymised personal data,
 * without values and keys. A part that is all zeros is missing.
 */
export interface EncodedRows {
  readonly count: number;
  /** KEY_WORDS for each of KEY_SLOTS of each row. */
  readonly keys: Uint32Array<ArrayBuffer>;
  /** FILTER_WORDS for each of FILTERS of each row. */
  readonly filters: Uint32Array<ArrayBuffer>;
  /** Of each row: NAME_FULL | DATE_WHOLE, and the commonness of its name in units of COMMON_NAME. */
  readonly hints: Uint8Array<ArrayBuffer>;
  /** CODE_WORDS of each row (record-codes.ts). */
  readonly codes: Uint32Array<ArrayBuffer>;
}

/** At least two words of the name are written in full. */
export const NAME_FULL = 1;
/** The birth date is known beyond the year. */
export const DATE_WHOLE = 2;
/** Unit of the commonness of a name, 0 to 2 (common-names.ts). */
export const COMMON_NAME = 4;

export const hintsOf = (isNameFull: boolean, isDateWhole: boolean, commonness: 0 | 1 | 2): number =>
  Number(isNameFull) * NAME_FULL + Number(isDateWhole) * DATE_WHOLE + commonness * COMMON_NAME;

export function allocateRows(count: number): EncodedRows {
  return {
    count,
    keys: new Uint32Array(count * KEY_SLOTS.length * KEY_WORDS),
    filters: new Uint32Array(count * FILTERS.length * FILTER_WORDS),
    hints: new Uint8Array(count),
    codes: new Uint32Array(count * CODE_WORDS),
  };
}

/** A key of a row as its 16 bytes, a view of the array; undefined when it is missing. */
export function keyAt({ keys }: EncodedRows, row: number, slot: number): Buffer | undefined {
  const at = (row * KEY_SLOTS.length + slot) * KEY_WORDS;
  return bytesOf(keys, at, KEY_WORDS);
}

/** A filter of a row as its 64 bytes, a view of the array; undefined when it is missing. */
export function filterAt(
  { filters }: EncodedRows,
  row: number,
  filter: (typeof FILTERS)[number],
): Buffer | undefined {
  const at = (row * FILTERS.length + FILTERS.indexOf(filter)) * FILTER_WORDS;
  return bytesOf(filters, at, FILTER_WORDS);
}

/** A row in the format of the contract (features.proto). Its bytes are views of the arrays. */
export function rowBytes({ keys, filters, hints, codes }: EncodedRows, row: number) {
  return {
    keys: wordsAsBytes(keys, row * ROW_KEY_WORDS, ROW_KEY_WORDS),
    filters: wordsAsBytes(filters, row * ROW_FILTER_WORDS, ROW_FILTER_WORDS),
    hints: hints[row] ?? 0,
    codes: wordsAsBytes(codes, row * CODE_WORDS, CODE_WORDS),
  };
}

const ROW_KEY_WORDS = KEY_SLOTS.length * KEY_WORDS;
const ROW_FILTER_WORDS = FILTERS.length * FILTER_WORDS;

/** All supported platforms of Node are little-endian. */
const wordsAsBytes = (array: Uint32Array<ArrayBuffer>, from: number, words: number): Buffer =>
  Buffer.from(array.buffer, array.byteOffset + from * 4, words * 4);

function bytesOf(array: Uint32Array<ArrayBuffer>, from: number, words: number): Buffer | undefined {
  for (let at = from; at < from + words; at += 1)
    if (array[at] !== 0) return wordsAsBytes(array, from, words);
  return undefined;
}
