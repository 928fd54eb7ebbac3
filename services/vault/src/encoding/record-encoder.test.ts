import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BloomFilter, MASK_WORDS } from './bloom-filter.ts';
import { allocateRows, FILTER_WORDS, FILTERS, filterAt, KEY_SLOTS, keyAt } from './encoded-rows.ts';
import { gramIndices } from './gram-indices.ts';
import { ScopePrfs } from './keyed-blake3/keyed-prf.ts';
import { type LinkableFields, type RecordEncoder, recordEncoder } from './record-encoder.ts';

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const encoder = recordEncoder(keyOf(1));
const elsewhere = recordEncoder(keyOf(2));
// Not a title: titles are dropped as the first word, and the test is about the order of names.
const name = fc.array(fc.stringMatching(/^[xz][a-z]{1,8}$/), { minLength: 2, maxLength: 4 });
const person: LinkableFields = {
  name: 'Venkatesh Subramanian',
  dob: '1971-12-30',
  address: '289, Ring Road, Madurai, Tamil Nadu 625252',
  aadhaar: '234123412346',
};

function encode(fields: LinkableFields, by: RecordEncoder = encoder) {
  const rows = allocateRows(1);
  by.encode(fields, rows, 0);
  return rows;
}

const keysOf = (fields: LinkableFields, by?: RecordEncoder): string[] => {
  const rows = encode(fields, by);
  return KEY_SLOTS.flatMap((_, slot) => keyAt(rows, 0, slot)?.toString('hex') ?? []);
};

const setBits = (filter: Iterable<number>): number =>
  [...filter].reduce((sum, word) => sum + word.toString(2).replaceAll('0', '').length, 0);

const letters = (n: number): string =>
  n.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));

/** Mean over bit positions of the correlation (phi) of the bit in one list and in the other, row by row. */
function meanCorrelation(one: readonly Uint32Array[], other: readonly Uint32Array[]): number {
  const bitAt = (words: Uint32Array | undefined, bit: number) =>
    ((words?.[bit >>> 5] ?? 0) >>> (bit & 31)) & 1;
  const correlations: number[] = [];
  for (let bit = 0; bit < 3 * 512; bit += 1) {
    let [a, b, both] = [0, 0, 0];
    for (const [row, words] of one.entries()) {
      const [here, there] = [bitAt(words, bit), bitAt(other[row], bit)];
      a += here;
      b += there;
      both += here & there;
    }
    const n = one.length;
    const spread = Math.sqrt(a * (n - a) * b * (n - b));
    if (spread > 0) correlations.push((n * both - a * b) / spread);
  }
  return correlations.reduce((sum, value) => sum + value, 0) / correlations.length;
}

describe('recordEncoder', () => {
  it('ignores the order of a name', () => {
    fc.assert(
      fc.property(name, (words) => {
        const one = encode({ name: words.join(' ') });
        const other = encode({ name: words.toReversed().join(' ') });
        // Except for the joined words, which depend on the order.
        for (const { codes } of [one, other]) codes[1] = 0;
        expect(other).toEqual(one);
      }),
    );
  });

  it('gives a person the same row for any earlier rows, and at any index', () => {
    const fresh = encode(person, recordEncoder(keyOf(1)));
    const rows = allocateRows(2);
    encoder.encode({ name: 'Lakshmi Ammal', address: '1 Ring Road', phone: '+919812345670' }, rows, 0);
    encoder.encode(person, rows, 1);
    expect(rows.keys.subarray(rows.keys.length / 2)).toEqual(fresh.keys);
    expect(rows.filters.subarray(rows.filters.length / 2)).toEqual(fresh.filters);
  });

  it('shares nothing between two keys, and between two uses of one', () => {
    const keys = [...keysOf(person), ...keysOf(person, elsewhere)];
    expect(keys.length).toBeGreaterThan(20);
    expect(new Set(keys).size).toBe(keys.length);
    expect(encode(person).filters).not.toEqual(encode(person, elsewhere).filters);
    // One text as an identifier of two types.
    expect(new Set(keysOf({ other_id: '123456709', bank_account: '123456709' })).size).toBe(2);
  });

  it('does not disclose equal values through the filters of two scopes', () => {
    const people = Array.from({ length: 400 }, (_, n) => ({
      name: `Asha${letters(n)} Rao${letters(n * 7)}`,
      address: `${n} ${letters(n * 11)} Road, Madurai 625${String(n).padStart(3, '0')}`,
      dob: `19${50 + (n % 50)}-0${1 + (n % 9)}-1${n % 10}`,
    }));
    const filtersBy = (by: RecordEncoder) => people.map((one) => encode(one, by).filters);
    const [one, again, other] = [
      filtersBy(encoder),
      filtersBy(recordEncoder(keyOf(1))),
      filtersBy(elsewhere),
    ];
    expect(meanCorrelation(one, again)).toBeCloseTo(1);
    // For independent bits the mean is 0 with a standard deviation of 1/√(400 × 1,536) = .0013.
    expect(Math.abs(meanCorrelation(one, other))).toBeLessThan(0.01);
  });

  it('sets 25 to 45 % of the bits of a typical record', () => {
    const rows = encode(person);
    for (const [at] of FILTERS.entries()) {
      const filter = rows.filters.subarray(at * FILTER_WORDS, (at + 1) * FILTER_WORDS);
      expect(setBits(filter) / 512).toBeGreaterThan(0.25);
      expect(setBits(filter) / 512).toBeLessThan(0.45);
    }
  });

  it('makes no token of a single name or date, and no handle of an invalid Aadhaar', () => {
    expect(keysOf({ name: 'Sharma' })).toEqual([]);
    expect(keysOf({ name: 'Sharma Sarma S.' })).toEqual([]);
    // The pair, and each word with the initial of the other one.
    expect(keysOf({ name: 'Rahul Sharma' })).toHaveLength(3);
    expect(keysOf({ address: 'Ringroad 560001' })).toHaveLength(1);
    expect(keysOf({ address: 'Madurai' })).toEqual([]);
    expect(keysOf({ dob: '1980-02-29' })).toEqual([]);
    expect(keysOf({ aadhaar: '234123412346' })).toHaveLength(1);
    expect(keysOf({ aadhaar: '234123412345' })).toEqual([]);
  });

  it('gives a number of another document one handle in any spelling, also as it was stored formerly', () => {
    const spellings = ['DL-04/2011.0149646', 'dl04 2011 0149646', 'DL0420110149646'];
    const keys = new Set(spellings.flatMap((spelling) => keysOf({ other_id: spelling })));
    expect(keys.size).toBe(1);
    expect(keysOf({ other_id: 'DL0420110149647' })).not.toEqual([...keys]);
  });

  it('repeats no token, also for names that sound alike', () => {
    const keys = keysOf({ name: 'Lakshmi Laxmi Sharma Sarma Rao Devi', address: '1 Ring Road 625252' });
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has a filter for an informative field, and none for others', () => {
    const empty = encode({ name: '...', dob: 'unknown', address: '--' });
    expect(FILTERS.map((filter) => filterAt(empty, 0, filter))).toEqual([undefined, undefined, undefined]);
    expect(filterAt(encode(person), 0, 'dob')).toHaveLength(64);
  });

  it('encodes nothing under a wiped key', () => {
    const wiped = recordEncoder(keyOf(3));
    wiped.wipe();
    expect(() => encode(person, wiped)).toThrow('wiped');
  });
});

describe('gramIndices', () => {
  it('slices ten bits each, all below 1024, without repeating a pattern between grams', () => {
    const prf = new ScopePrfs(keyOf(0)).prf('test');
    const lists = Array.from({ length: 500 }, (_, i) => [...gramIndices(prf, `gram ${i}`, 25)]);
    expect(lists.every((list) => list.length === 25 && list.every((index) => index < 1024))).toBe(true);
    // Double hashing would give equal steps from index to index.
    const steps = new Set(lists.map(([a = 0, b = 0, c = 0]) => (b - a - (c - b) + 4096) % 1024));
    expect(steps.size).toBeGreaterThan(300);
  });
});

describe('BloomFilter', () => {
  const folded = (...indices: number[]) => {
    const filter = new BloomFilter();
    const mask = new Uint32Array(MASK_WORDS);
    for (const index of indices) mask[index >>> 5] = (mask[index >>> 5] ?? 0) | (1 << (index & 31));
    filter.add(mask);
    const words = new Uint32Array(FILTER_WORDS);
    filter.foldInto(words, 0);
    return words;
  };

  it('combines the halves by exclusive or', () => {
    expect(setBits(folded(3, 515))).toBe(0);
    expect(folded(3, 520)[0]).toBe((1 << 3) | (1 << 8));
  });
});
