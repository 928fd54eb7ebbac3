import type { Prf } from './keyed-prf.ts';
import { remembered } from './remembered.ts';

/** Bits of a filter before it is folded. */
export const FILTER_BITS = 1024;

/**
 * Which bits a gram sets: one PRF call sliced into `hashes` independent indices of ten bits. Independent, because
 * double hashing gives every gram one of few patterns and is broken by them (Niedermeyer, Steinmetzer, Kroll and
 * Schnell, "Cryptanalysis of Basic Bloom Filters Used for Privacy Preserving Record Linkage", JPC 6:2, 2014).
 */
export const gramIndices = (prf: Prf, hashes: number): ((gram: string) => Uint16Array) =>
  remembered((gram) => sliceIndices(prf(gram), hashes));

function sliceIndices(bytes: Uint8Array, hashes: number): Uint16Array {
  const indices = new Uint16Array(hashes);
  let pool = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < hashes; i += 1) {
    while (bits < 10) {
      pool = (pool << 8) | (bytes[at] ?? 0);
      at += 1;
      bits += 8;
    }
    bits -= 10;
    indices[i] = (pool >>> bits) & (FILTER_BITS - 1);
    pool &= (1 << bits) - 1;
  }
  return indices;
}
