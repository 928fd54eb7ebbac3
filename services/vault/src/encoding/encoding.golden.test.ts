import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { addressParts } from './address-parts.ts';
import { dobGrams, dobParts } from './dob-parts.ts';
import { allocateRows, FILTERS, filterAt, KEY_SLOTS, keyAt } from './encoded-rows.ts';
import { ENCODING_VERSION } from './encoding-version.ts';
import { nameParts, sortedInitials } from './name-parts.ts';
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
  expect(parts.words.map(({ text }) => text)).toEqual(words);
  expect(parts.initials.map(({ text }) => text)).toEqual(letters);
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
  const found = addressParts(address);
  expect({ ...found, words: found.words.map(({ text }) => text) }).toEqual(parts);
});

test('dates give digits by place, the year, and day and month without order', () => {
  expect(dobGrams(dobParts('1980-02-29')).join(' ')).toBe('y1980 0:1 1:9 2:8 3:0 4:0 5:2 6:2 7:9 d02.29');
  expect(dobGrams(dobParts('1980-01-01')).join(' ')).toBe('y1980 0:1 1:9 2:8 3:0');
  expect(dobGrams(dobParts('29/02/1980'))).toEqual([]);
});

test('a record under a known key', () => {
  const rows = allocateRows(1);
  const fields = {
    name: 'Rahul Sharma',
    dob: '1980-02-29',
    address: '12 MG Road, Bengaluru 560001',
    pan: 'ABCPK1234F',
    phone: '+919999999999',
  };
  recordEncoder(createSecretKey(Buffer.alloc(32, 7))).encode(fields, rows, 0);
  const keys = KEY_SLOTS.flatMap((kind, slot) => {
    const key = keyAt(rows, 0, slot);
    return key === undefined ? [] : [`${kind} ${key.toString('hex').slice(0, 12)}`];
  });
  expect(keys).toMatchInlineSnapshot(`
    [
      "pan dbd974e2380f",
      "dob_initials b70d20970444",
      "dob_pin c8d17196c7cf",
      "names_pin bde11620d198",
      "names_year 0b7b0aef110c",
      "house_street_pin e234dd0b2863",
      "dob_word 1a834c9845ab",
      "dob_word f8283a19088b",
      "word_pin cb1190de57f8",
      "word_pin 56aa303b7fe6",
      "house_street_word fc2222b2c459",
      "house_street_word a923c51cbd83",
      "names_house 29f14e973d94",
      "dob_house 58cbc3c3b832",
      "dob_street_prefix f57cecffdd58",
      "house_pin 974bbc4a593f",
      "names_street_prefix 9c00f8193a64",
    ]
  `);
  const filters = FILTERS.map((filter) => filterAt(rows, 0, filter)?.toString('hex', 0, 12));
  expect(filters).toMatchInlineSnapshot(`
    [
      "408109820070000060004404",
      "52084020420a913846088900",
      "5210821c97620243b00a6e62",
    ]
  `);
  expect(rows.fullNames[0]).toBe(1);
});
