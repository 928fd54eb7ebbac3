import { FILTER_BITS } from './gram-indices.ts';

/** 32-bit words of a folded filter. */
export const FILTER_WORDS = FILTER_BITS / 64;

const scratch = new Uint32Array(FILTER_BITS / 32);

/**
 * A Bloom filter (Bloom, CACM 13:7, 1970; for linkage Schnell, Bachteler and Reiher, BMC Med. Inform. 9:41, 2009) with
 * its halves combined by XOR, so that no set bit of it tells that a gram is there (Schnell and Borgs, "XOR-Folding for
 * Bloom Filter-based Encryptions for Privacy-preserving Record Linkage", 2016). 512 bits as 16 words.
 */
export function foldedFilter(indexLists: Iterable<Uint16Array>): Uint32Array {
  scratch.fill(0);
  for (const list of indexLists)
    for (let i = 0; i < list.length; i += 1) {
      const index = list[i] ?? 0;
      scratch[index >>> 5] = (scratch[index >>> 5] ?? 0) | (1 << (index & 31));
    }
  const folded = new Uint32Array(FILTER_WORDS);
  for (let i = 0; i < FILTER_WORDS; i += 1) folded[i] = (scratch[i] ?? 0) ^ (scratch[i + FILTER_WORDS] ?? 0);
  scratch.fill(0);
  return folded;
}
