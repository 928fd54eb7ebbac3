import { MASK_WORDS } from './bloom-filter.ts';
import type { Prf } from './keyed-blake3/keyed-prf.ts';
import { remembered } from './remembered.ts';

/** Bits of a word in a filter, as MASK_WORDS words: those of all its grams. */
export type MaskOf = (grams: readonly string[]) => Uint32Array;

/** Cache entries per generation, enough for the frequent grams: pairs of letters, postal codes, house numbers. */
const GRAMS = 16_384;

/** @param hashes indices of a gram, at most 48 */
export function maskOfGrams(prf: Prf, hashes: number): MaskOf {
  const indicesOf = remembered((gram) => gramIndices(prf, gram, hashes), GRAMS);
  return (grams) => {
    const mask = new Uint32Array(MASK_WORDS);
    for (const gram of grams)
      for (const index of indicesOf(gram)) mask[index >>> 5] = (mask[index >>> 5] ?? 0) | (1 << (index & 31));
    return mask;
  };
}

/**
 * Bits of a gram: one PRF output sliced into independent indices of ten bits, three to a word. Independent, because
 * double hashing gives every gram one of few patterns, which an attack exploits (Niedermeyer, Steinmetzer, Kroll and
 * Schnell, "Cryptanalysis of Basic Bloom Filters Used for Privacy Preserving Record Linkage", JPC 6:2, 2014).
 */
export function gramIndices(prf: Prf, gram: string, hashes: number): Uint16Array {
  const words = prf(gram);
  return Uint16Array.from(
    { length: hashes },
    (_, i) => ((words[Math.floor(i / 3)] ?? 0) >>> (10 * (i % 3))) & 1023,
  );
}
