import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { addressParts } from './address-parts.ts';
import { dobGrams, dobParts } from './dob-parts.ts';
import {
  allocateRows,
  COMMON_NAME,
  DATE_WHOLE,
  FILTERS,
  filterAt,
  KEY_SLOTS,
  keyAt,
  NAME_FULL,
} from './encoded-rows.ts';
import { ENCODING_VERSION } from './encoding-version.ts';
import { nameParts, sortedInitials } from './name-parts.ts';
import { nameWord } from './name-word.ts';
import { recordEncoder } from './record-encoder.ts';

// Frozen: features of this version are stored. A changed line needs a new ENCODING_VERSION and its back-fill.
test('encoding version 4 is the frozen one', () => {
  expect(ENCODING_VERSION).toBe(4);
});

test.each([
  ['Shri Rahul K. Sharma s/o Ram Lal', ['rahul', 'sharma'], ['k'], 'krs'],
  ['राहुल शर्मा', ['rahul', 'sharma'], [], 'rs'],
  ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', ['gurpreet', 'singh'], [], 'gs'],
  ['గౌతమ్ రెడ్డి', ['gautam', 'reddi'], [], 'gr'],
  ['സൗമ്യ നായർ', ['nair', 'saumya'], [], 'ns'],
  ["D'Souza, Maria", ['dsouza', 'maria'], [], 'dm'],
  ['ＡＳＨＡ Rao', ['asha', 'rao'], [], 'ar'],
  ['Sri', ['shri'], [], 's'],
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
  ['Sir Thomas Clifford, 1st Baron Clifford of Chudleigh', ['chudleigh', 'clifford', 'thomas'], [], 'Ckt'],
  ['Rev. Wm. Earl, Esq.', ['earl', 'william'], [], 'iv'],
  ['James Bland, 3rd Baronet', ['bland', 'james'], [], 'bj'],
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
  ['vlm', ['william', 'wm', 'bill', 'willie']],
  ['iljbt', ['elizabeth', 'eliza', 'betsy']],
])('the fold %s has the spellings %j', (fold, spellings) => {
  expect(spellings.map((text) => nameWord(text).sound)).toEqual(spellings.map(() => fold));
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
  ['1980-02-29', '1980-02-29', '1980-02', '1980'],
  ['1980-02', undefined, '1980-02', '1980'],
  ['1980-01-01', undefined, undefined, '1980'],
  ['1980-01', undefined, '1980-01', '1980'],
  ['1980', undefined, undefined, '1980'],
  ['1970-01-01', undefined, undefined, undefined],
  ['1900', undefined, undefined, undefined],
  ['', undefined, undefined, undefined],
])('the date %s', (date, day, month, year) => {
  expect(dobParts(date)).toEqual({ day, month, year });
});

test('dates give the year, its spans, digits by place, and day and month without order', () => {
  expect(dobGrams(dobParts('1980-02-29')).join(' ')).toBe(
    'y1980 0~495 2~495 0:1 1:9 2:8 3:0 4:0 5:2 6:2 7:9 d02.29 e02.29 f02.29',
  );
  expect(dobGrams(dobParts('1980-01-01')).join(' ')).toBe('y1980 0~495 2~495 0:1 1:9 2:8 3:0');
  expect(dobGrams(dobParts('29/02/1980'))).toEqual([]);
});

const keysUnderSeven = (fields: Parameters<ReturnType<typeof recordEncoder>['encode']>[0]) => {
  const rows = allocateRows(1);
  recordEncoder(createSecretKey(Buffer.alloc(32, 7))).encode(fields, rows, 0);
  const keys = KEY_SLOTS.flatMap((kind, slot) => {
    const key = keyAt(rows, 0, slot);
    return key === undefined ? [] : [`${kind} ${key.toString('hex').slice(0, 12)}`];
  });
  return { rows, keys };
};

test('a record under a known key without a house number', () => {
  const { keys } = keysUnderSeven({ name: 'John Smith', dob: '1850-01-01', address: 'Exeter, TA4 2HQ' });
  expect(keys).toMatchInlineSnapshot(`
    [
      "word_pin 3182fc211bce",
      "word_pin 0c059389c54b",
      "word_town 34470336cea9",
      "word_town 11d048a399a4",
      "word_year acb822d0da7b",
      "word_year 0e60f18f6910",
      "name_pair dc87e2a1b1e6",
      "pin_word 38aa88bfbb3f",
      "word_near_year 70f84649ec83",
      "word_near_year d3b4c0491d71",
      "word_near_year c93a587a9a79",
      "word_near_year eb085a6c05da",
      "word_initial 43c4604d99ca",
      "word_initial 219281ee3621",
      "pin_decade 6aee181f0143",
    ]
  `);
});

test('a record under a known key', () => {
  const { rows, keys } = keysUnderSeven({
    name: 'Rahul Sharma',
    dob: '1980-02-29',
    address: '12 MG Road, Bengaluru 560001',
    pan: 'ABCPK1234F',
    phone: '+919999999999',
  });
  expect(keys).toMatchInlineSnapshot(`
    [
      "pan a680cfbece11",
      "house_street_pin 8ffbcdc27f92",
      "dob_initials 6d775a81f5e5",
      "dob_street_prefix 8cbc65b4600a",
      "dob_house 1e5d4e3ed851",
      "house_pin b57467e6abc8",
      "word_pin 1dad0cf6eba1",
      "word_pin 6504b690a27d",
      "word_town 76b4d3834556",
      "word_town 06a22047d949",
      "word_year b97cd2140940",
      "word_year 7bc3da946f9b",
      "name_pair d997de62e643",
      "street_words 0dec30d80da1",
      "day_pin 5d61447e4689",
      "house_word f101e632d97d",
      "pin_word b3064a706d09",
    ]
  `);
  const filters = FILTERS.map((filter) => filterAt(rows, 0, filter)?.toString('hex', 0, 12));
  expect(filters).toMatchInlineSnapshot(`
    [
      "84210b36bb0a42083182b000",
      "1408007408585c150460170d",
      "16630acd04e020a61881b0b1",
    ]
  `);
  // Rahul and Sharma are common.
  expect(rows.hints[0]).toBe(NAME_FULL | DATE_WHOLE | (2 * COMMON_NAME));
  // Whole, joined, R. Sharma and Rahul S., the date, its month.
  expect([...rows.codes].map((code) => code.toString(16)).join(' ')).toMatchInlineSnapshot(
    `"ee7eab83 ff430d02 588175ba 3c0f012d 0 0 0 0 0 0 85a610e2 62eb6a43"`,
  );
});
