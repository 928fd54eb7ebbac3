import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { addressParts } from './address-parts.ts';
import { dobGrams, dobParts } from './dob-parts.ts';
import { allocateRows, DATE_WHOLE, FILTERS, filterAt, KEY_SLOTS, keyAt, NAME_FULL } from './encoded-rows.ts';
import { ENCODING_VERSION } from './encoding-version.ts';
import { nameParts, sortedInitials } from './name-parts.ts';
import { phoneticFold } from './phonetic-fold.ts';
import { recordEncoder } from './record-encoder.ts';

// Frozen: features of these lie in databases. A changed line needs a new ENCODING_VERSION and its back-fill.
test('encoding version 3 is the frozen one', () => {
  expect(ENCODING_VERSION).toBe(3);
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
  ['Sir Thomas Clifford, 1st Baron Clifford of Chudleigh', ['chudleigh', 'clifford', 'thomas'], [], 'Ckt'],
  ['Rev. Wm. Earl, Esq.', ['earl', 'wm'], [], 'iv'],
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

test('a record under a known key that tells no house', () => {
  const { keys } = keysUnderSeven({ name: 'John Smith', dob: '1850-01-01', address: 'Exeter, TA4 2HQ' });
  expect(keys).toMatchInlineSnapshot(`
    [
      "word_pin 9211a2336018",
      "word_pin da374caca159",
      "word_town f634010e02ac",
      "word_town 8fc205e5b238",
      "word_year 588b1d118fcc",
      "word_year eb934596ee24",
      "name_pair c6c2f8dcb549",
      "pin_word b457513620f3",
      "word_near_year 0db07b5ce9c6",
      "word_near_year 5288b1a8cc89",
      "word_near_year a645e68a8e54",
      "word_near_year 78a2f4281bf3",
      "word_initial 58132f273b38",
      "word_initial e1dabf3dc137",
      "pin_decade 02705ecd8078",
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
      "pan bafa55815bef",
      "house_street_pin 7648bd5406dd",
      "dob_initials 9f550b746ea1",
      "dob_street_prefix 2900d7ee4d1e",
      "dob_house 919e6c939159",
      "house_pin e1b818591c30",
      "word_pin cdf729b53d14",
      "word_pin dd943bfbe56d",
      "word_town 7e46ad5e3de1",
      "word_town a46335315568",
      "word_year 7c47a3b85c2a",
      "word_year 3e9d256787ae",
      "name_pair d626f8c87127",
      "street_words 84a5d6a70401",
      "day_pin 5d9260b815c8",
      "house_word ede782e275c8",
      "pin_word d9786f4e4a99",
    ]
  `);
  const filters = FILTERS.map((filter) => filterAt(rows, 0, filter)?.toString('hex', 0, 12));
  expect(filters).toMatchInlineSnapshot(`
    [
      "8a65062401ba800804aa802a",
      "88014e112840140882e108cd",
      "a0a84701ae8881a41a408594",
    ]
  `);
  expect(rows.hints[0]).toBe(NAME_FULL | DATE_WHOLE);
});
