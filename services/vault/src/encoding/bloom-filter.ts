import { FILTER_WORDS } from './encoded-rows.ts';

/** Words of a filter before it is folded: 1,024 bits. */
export const MASK_WORDS = 2 * FILTER_WORDS;

/**
 * A Bloom filter (Bloom, CACM 13:7, 1970; for linkage Schnell, Bachteler and Reiher, BMC Med. Inform. 9:41, 2009) whose
 * halves are combined by XOR, so that no set bit proves that it contains a gram (Schnell and Borgs, "XOR-Folding for
 * Bloom Filter-based Encryptions for Privacy-preserving Record Linkage", 2016). Fills one filter at a time.
 */
export class BloomFilter {
  readonly #bits = new Uint32Array(MASK_WORDS);

  /** @param mask the bits that a text sets, MASK_WORDS words */
  add(mask: Uint32Array): void {
    const bits = this.#bits;
    for (let i = 0; i < MASK_WORDS; i += 1) bits[i] = (bits[i] ?? 0) | (mask[i] ?? 0);
  }

  /** Writes the folded filter, 512 bits, and clears it. */
  foldInto(words: Uint32Array, from: number): void {
    const bits = this.#bits;
    for (let i = 0; i < FILTER_WORDS; i += 1)
      words[from + i] = (bits[i] ?? 0) ^ (bits[i + FILTER_WORDS] ?? 0);
    bits.fill(0);
  }
}
