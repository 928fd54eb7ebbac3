import { createSecretKey, hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BloomFilter, MASK_WORDS } from './bloom-filter.ts';
import { allocateRows, FILTER_WORDS, FILTERS } from './encoded-rows.ts';
import { recordEncoder } from './record-encoder.ts';

const NAMES = 400;

describe('folding', () => {
  it('cancels two bits that fold onto each other, and keeps a single one', () => {
    const filter = new BloomFilter();
    const words = new Uint32Array(FILTER_WORDS);
    const bit = (word: number) => {
      const mask = new Uint32Array(MASK_WORDS);
      mask[word] = 0b100;
      return mask;
    };
    filter.add(bit(3));
    filter.foldInto(words, 0);
    expect(words[3]).toBe(0b100);
    filter.add(bit(3));
    filter.add(bit(3 + FILTER_WORDS));
    filter.foldInto(words, 0);
    expect(words[3]).toBe(0);
  });

  it('has no bit that is set in every filter with a given word', () => {
    const encoder = recordEncoder(createSecretKey(Buffer.alloc(32, 7)));
    const rows = allocateRows(NAMES);
    for (let row = 0; row < NAMES; row += 1)
      encoder.encode({ name: `Kumar ${wordOf(row)} ${wordOf(row + NAMES)}` }, rows, row);
    const always = new Uint32Array(FILTER_WORDS).fill(0xffffffff);
    for (let row = 0; row < NAMES; row += 1)
      for (let word = 0; word < FILTER_WORDS; word += 1)
        always[word] = (always[word] ?? 0) & (rows.filters[row * FILTERS.length * FILTER_WORDS + word] ?? 0);
    expect([...always].filter((word) => word !== 0)).toEqual([]);
  });
});

/** A different word of random letters for each number: together they contain nearly all pairs of letters. */
function wordOf(number: number): string {
  const bytes = hash('sha256', `word ${number}`, 'buffer');
  return String.fromCharCode(...bytes.subarray(0, 9).map((byte) => 97 + (byte % 26)));
}
