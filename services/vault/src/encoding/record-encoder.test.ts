import fc from 'fast-check';
import { blake3 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { foldedFilter } from './bloom-filter.ts';
import { gramIndices } from './gram-indices.ts';
import { keyedPrf } from './keyed-prf.ts';
import { nameParts } from './name-parts.ts';
import { countNames, NO_NAMES, nameRarity } from './name-rarity.ts';
import { type LinkableFields, recordEncoder } from './record-encoder.ts';

const encode = await recordEncoder(new Uint8Array(32).fill(1));
const encodeElsewhere = await recordEncoder(new Uint8Array(32).fill(2));
const name = fc.array(fc.stringMatching(/^[a-z]{2,9}$/), { minLength: 2, maxLength: 4 });
const person: LinkableFields = {
  name: 'Venkatesh Subramanian',
  dob: '1971-12-30',
  address: '289, Ring Road, Madurai, Tamil Nadu 625252',
  aadhaar: '234123412346',
};

const setBits = (filter: Uint32Array | undefined): number =>
  [...(filter ?? [])].reduce((sum, word) => sum + word.toString(2).replaceAll('0', '').length, 0);

describe('recordEncoder', () => {
  it('builds on BLAKE3 as its authors published it', async () => {
    const key = new TextEncoder().encode('whats the Elvish word for friend');
    // test_vectors.json of the BLAKE3 team, keyed_hash of no input
    expect(await blake3('', 256, key)).toBe(
      '92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26',
    );
  });

  it('does not see in which order a name is written', () => {
    fc.assert(
      fc.property(name, (words) => {
        const one = encode({ name: words.join(' ') }, NO_NAMES);
        expect(encode({ name: words.toReversed().join(' ') }, NO_NAMES)).toEqual(one);
      }),
    );
  });

  it('has nothing in common between two keys, and between two uses of one', () => {
    const [here, there] = [encode(person, NO_NAMES), encodeElsewhere(person, NO_NAMES)];
    const keys = [
      ...here.handles,
      ...there.handles,
      ...here.tokens.map((t) => t.token),
      ...there.tokens.map((t) => t.token),
    ];
    const texts = keys.flatMap((key) => (key === undefined ? [] : [Buffer.from(key).toString('hex')]));
    expect(new Set(texts).size).toBe(texts.length);
    expect(here.name).not.toEqual(there.name);
  });

  it('sets a quarter to 45 % of the bits of a usual record', () => {
    const { name: names, address, dob } = encode(person, NO_NAMES);
    for (const filter of [names, address, dob]) {
      expect(setBits(filter) / 512).toBeGreaterThan(0.25);
      expect(setBits(filter) / 512).toBeLessThan(0.45);
    }
  });

  it('makes no token of a single name or date, and no handle of a wrong Aadhaar', () => {
    expect(encode({ name: 'Sharma' }, NO_NAMES).tokens).toEqual([]);
    expect(encode({ name: 'Rahul Sharma' }, NO_NAMES).tokens).toEqual([]);
    expect(encode({ dob: '1980-02-29' }, NO_NAMES).tokens).toEqual([]);
    expect(encode({ aadhaar: '234123412345' }, NO_NAMES).handles).toEqual(Array.from({ length: 6 }));
  });

  it('has a filter for a field that says something, and none for others', () => {
    const empty = encode({ name: '...', dob: 'unknown' }, NO_NAMES);
    expect([empty.name, empty.address, empty.dob]).toEqual([undefined, undefined, undefined]);
    expect(empty.dobPrecision).toBe('none');
  });
});

describe('gramIndices', () => {
  it('slices ten bits each, all below 1024, without repeating a pattern between grams', async () => {
    const prf = await keyedPrf(new Uint8Array(32), 'test', 64);
    const indices = gramIndices(prf, 25);
    const lists = Array.from({ length: 500 }, (_, i) => [...indices(`gram ${i}`)]);
    expect(lists.every((list) => list.length === 25 && list.every((index) => index < 1024))).toBe(true);
    // Double hashing would give equal steps from index to index.
    const steps = new Set(lists.map(([a = 0, b = 0, c = 0]) => (b - a - (c - b) + 4096) % 1024));
    expect(steps.size).toBeGreaterThan(300);
  });
});

describe('foldedFilter', () => {
  it('combines the halves by exclusive or', () => {
    expect(setBits(foldedFilter([Uint16Array.of(3, 515)]))).toBe(0);
    expect(foldedFilter([Uint16Array.of(3, 520)])[0]).toBe((1 << 3) | (1 << 8));
  });
});

describe('nameRarity', () => {
  it('is higher for rarer names, and in the middle when nothing is known', () => {
    const crowd = Array.from({ length: 4_000 }, (_, i) =>
      nameParts(i % 4 === 0 ? `Xerxes${i} Qwelm` : 'Rahul Sharma'),
    );
    const table = countNames(crowd);
    expect(nameRarity(nameParts('Rahul Sharma'), table)).toBe(0);
    expect(nameRarity(nameParts('Unheard Ofname'), table)).toBeGreaterThan(4);
    expect(nameRarity(nameParts('Rahul Sharma'), NO_NAMES)).toBe(4);
  });
});
