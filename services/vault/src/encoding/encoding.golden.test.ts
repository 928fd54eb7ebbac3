import { expect, test } from 'vitest';
import { addressParts } from './address-parts.ts';
import { dobGrams, dobParts } from './dob-parts.ts';
import { ENCODING_VERSION } from './encoding-version.ts';
import { nameParts, sortedInitials } from './name-parts.ts';
import { NO_NAMES } from './name-rarity.ts';
import { phoneticFold } from './phonetic-fold.ts';
import { recordEncoder } from './record-encoder.ts';

// Frozen: features of these lie in databases. A changed line needs a new ENCODING_VERSION and its back-fill.
test('encoding version 2 is the frozen one', () => {
  expect(ENCODING_VERSION).toBe(2);
});

test.each([
  ['Shri Rahul K. Sharma s/o Ram Lal', ['rahul', 'sharma'], ['k'], 'krs'],
  ['राहुल शर्मा', ['rahul', 'sharma'], [], 'rs'],
  ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', ['guraprit', 'singh'], [], 'gs'],
  ['గౌతమ్ రెడ్డి', ['gautam', 'reddi'], [], 'gr'],
  ['സൗമ്യ നായർ', ['nayar', 'samya'], [], 'ns'],
  ["D'Souza, Maria", ['dsouza', 'maria'], [], 'dm'],
  ['ＡＳＨＡ Rao', ['asha', 'rao'], [], 'ar'],
  ['Sri', ['sri'], [], 's'],
])('%s', (name, words, letters, initials) => {
  const parts = nameParts(name);
  expect(parts).toEqual({ words, initials: letters });
  expect(sortedInitials(parts)).toBe(initials);
});

test.each([
  ['lksm', ['lakshmi', 'laxmi']],
  ['Cdr', ['chowdhary', 'choudhari', 'chaudhary']],
  ['mhmd', ['mohd', 'md', 'muhammad', 'mohammed']],
  ['gt', ['geeta', 'gita']],
  ['vj', ['vijay', 'wijay']],
  ['fndr', ['phanindra', 'faneendra']],
  ['srm', ['sharma', 'sarma']],
  ['rd', ['reddy', 'reddi']],
  ['is', ['isha', 'eesha', 'esha']],
  ['jnt', ['zeenat', 'jinat']],
])('the fold %s has the spellings %j', (fold, spellings) => {
  expect(spellings.map(phoneticFold)).toEqual(spellings.map(() => fold));
});

test.each([
  [
    'H.No. 12-A, MG Rd, Bangalore 560 001',
    { pin: '560001', house: '12', streetPrefix: 'mg', words: ['12', 'a', 'mg', 'road', 'bengaluru'] },
  ],
  ['Flat 4B Park St', { house: '4b', streetPrefix: 'par', words: ['4b', 'park', 'street'] }],
  [
    'high street, Exeter ta4 2hq',
    { street: 'exeter high', pin: 'ta42hq', streetPrefix: 'hig', words: ['high', 'street', 'exeter'] },
  ],
  ['4223', { house: '4223', words: ['4223'] }],
])('the address %s', (address, parts) => {
  expect(addressParts(address)).toEqual(parts);
});

test('dates give digits by place, the year, and day and month without order', () => {
  expect(dobGrams(dobParts('1980-02-29')).join(' ')).toBe('y1980 0:1 1:9 2:8 3:0 4:0 5:2 6:2 7:9 d02.29');
  expect(dobGrams(dobParts('1980-01-01')).join(' ')).toBe('y1980 0:1 1:9 2:8 3:0');
  expect(dobGrams(dobParts('29/02/1980'))).toEqual([]);
});

test('a record under a known key', async () => {
  const encode = await recordEncoder(new Uint8Array(32).fill(7));
  const record = encode(
    {
      name: 'Rahul Sharma',
      dob: '1980-02-29',
      address: '12 MG Road, Bengaluru 560001',
      pan: 'ABCPK1234F',
      phone: '+919999999999',
    },
    NO_NAMES,
  );
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  expect(record.handles.map((handle) => handle && hex(handle))).toEqual([
    undefined,
    '86cfd53cafcd33116a41552e6f0cfa0d',
    ...Array.from({ length: 4 }),
  ]);
  expect(record.tokens.map(({ kind, token }) => `${kind} ${hex(token).slice(0, 8)}`)).toMatchInlineSnapshot(`
    [
      "dob_initials 7bf3bb00",
      "dob_pin e8d44baa",
      "names_pin e79ca4c3",
      "names_year a56b0cb1",
      "dob_street_prefix e4e76aa3",
      "house_street_pin ca506143",
      "names_house 4fbd601f",
      "dob_house 6005325e",
      "house_pin 5beacab2",
      "names_street_prefix 5349966a",
      "dob_word 0a102352",
      "word_pin 6174d853",
      "house_street_word 484dd9a8",
      "dob_word 17449caf",
      "word_pin 806d4f9f",
      "house_street_word 8c35e912",
    ]
  `);
  const words = (filter: Uint32Array | undefined) =>
    [...(filter ?? [])].slice(0, 2).map((word) => word.toString(16));
  expect([record.name, record.address, record.dob].map(words)).toMatchInlineSnapshot(`
    [
      [
        "15430cca",
        "40184040",
      ],
      [
        "44040a00",
        "24028040",
      ],
      [
        "cc104ea1",
        "16805",
      ],
    ]
  `);
});
