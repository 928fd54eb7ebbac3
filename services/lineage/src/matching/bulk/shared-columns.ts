import { CODE_WORDS, type FeatureColumns, KEY_WORDS, ROW_WORDS } from '../../scoring/feature-columns.ts';

/** Columns for up to `capacity` rows in memory that threads share. Pages that are never written take no memory. */
export function sharedColumns(capacity: number): FeatureColumns {
  return {
    count: capacity,
    filters: new Uint32Array(new SharedArrayBuffer(capacity * ROW_WORDS * 4)),
    weights: new Uint16Array(new SharedArrayBuffer(capacity * 3 * 2)),
    keys: new Uint32Array(new SharedArrayBuffer(capacity * KEY_WORDS * 4)),
    hints: new Uint8Array(new SharedArrayBuffer(capacity)),
    codes: new Uint32Array(new SharedArrayBuffer(capacity * CODE_WORDS * 4)),
  };
}

/** A copy in memory that threads share. */
export function sharedWords(words: Uint32Array): Uint32Array {
  const shared = new Uint32Array(new SharedArrayBuffer(words.byteLength));
  shared.set(words);
  return shared;
}
