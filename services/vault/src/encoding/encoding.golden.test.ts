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
  ['സൗമ്യ നായർ', ['nayar', 'saumya'], [], 'ns'],
  ["D'Souza, Maria", ['dsouza', 'maria'], [], 'dm'],
  ['ＡＳＨＡ Rao', ['asha', 'rao'], [], 'ar'],
  ['Sri', ['sri'], [], 's'],
  ['Kumari', ['kumari'], [], 'k'],
  ['Kumari Meena Kumari', ['kumari', 'meena'], [], 'km'],
  ['Late Shri Ram Prasad Ji', ['prasad', 'ram'], [], 'pr'],
  ['Dr. (Mrs.) Asha Rao Jr.', ['asha', 'rao'], [], 'ar'],
  ['Rao, Prof. V. K.', ['rao'], ['k', 'v'], 'krv'],
  ['Asha Rao W/O Ramesh Rao', ['asha', 'rao'], [], 'ar'],
  ['Asha Rao, d / o Ramesh', ['asha', 'rao'], [], 'ar'],
  ['Asha C/O Ramesh', ['asha'], [], 'a'],
  ['Asha Rao wife of Ramesh', ['asha', 'rao'], [], 'ar'],
  ['Asha Rao (daughter of Ramesh)', ['asha', 'rao'], [], 'ar'],
  ['श्रीमती आशा राव', ['asha', 'rao'], [], 'ar'],
  ['डॉ. आशा राव', ['asha', 'rao'], [], 'ar'],
  ['Asha Asha A. A. Rao', ['asha', 'rao'], ['a'], 'aar'],
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
  ['H.No. 12-A, MG Rd, Bangalore 560 001', '560001', '12', 'mg', '12 a mg road bengaluru', 'road bengaluru'],
  ['Flat 4B Park St', undefined, '4b', 'par', '4b park street', 'park street'],
  ['high street, Exeter ta4 2hq', 'ta42hq', undefined, 'hig', 'high street exeter', 'high street exeter'],
  ['4223', undefined, '4223', undefined, '4223', ''],
])('the address %s', (address, pin, house, streetPrefix, words, places) => {
  const found = addressParts(address);
  expect([found.pin, found.house, found.streetPrefix]).toEqual([pin, house, streetPrefix]);
  expect(found.words.map(({ text }) => text).join(' ')).toBe(words);
  expect(found.places.join(' ')).toBe(places);
});

// As India Post, and Australia Post, abbreviate.
test.each([
  ['rd street St', 'road street street'],
  ['Ave Av Ln Str', 'avenue avenue lane street'],
  ['Nr. Opp. Apt Apts Bldg', 'near opposite apartment apartment building'],
  ['Flr Blk Sec Sect Ngr', 'floor block sector sector nagar'],
  ['Clny Col Soc CHS Extn Ext', 'colony colony society society extension extension'],
  ['Mkt Dist Vill Teh Stn', 'market district village tehsil station'],
  [
    'Ct Pl Cct Cr Cres Tce Pde Hwy Sq Blvd',
    'court place circuit crescent crescent terrace parade highway square boulevard',
  ],
  ['Bangalore Bombay Calcutta Madras Gurgaon', 'bengaluru mumbai kolkata chennai gurugram'],
  ['H.No. Flat Plot Door Shop Room Unit PIN Pincode PO PS', ''],
])('the words of %s', (address, words) => {
  expect(
    addressParts(address)
      .words.map(({ text }) => text)
      .join(' '),
  ).toBe(words);
});

test.each([
  ['560001', '560001'],
  ['Bengaluru-560 001, India', '560001'],
  ['12 Ring Road 110 001 Delhi 560.001', '560001'],
  ['12 Ring Road 5600012', undefined],
  ['Road 012345', undefined],
  ['Sydney 2000', '2000'],
  ['१२ एमजी मार्ग ५६०००१', '560001'],
])('the postal code of %s', (address, pin) => {
  expect(addressParts(address).pin).toBe(pin);
});

test.each([
  ['1980-02-29', '1980-02-29', '1980'],
  ['1980-01-01', undefined, '1980'],
  ['1980', undefined, undefined],
  ['', undefined, undefined],
])('the date %s', (date, day, year) => {
  expect(dobParts(date)).toEqual({ day, year });
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
      "house_street_pin e234dd0b2863",
      "dob_initials b70d20970444",
      "dob_street_prefix f57cecffdd58",
      "dob_house 58cbc3c3b832",
      "house_pin 974bbc4a593f",
      "word_pin cb1190de57f8",
      "word_pin 56aa303b7fe6",
      "word_town c95fe634dcb1",
      "word_town 705b3e5e83d8",
      "word_year 2a551b1e6277",
      "word_year c913dc75afe3",
      "name_pair 9c6bad108c68",
      "street_words 2646c0fe85d4",
      "day_pin caba832480eb",
      "house_word c9b1c6217e2a",
      "pin_word bfa915ed78b1",
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
