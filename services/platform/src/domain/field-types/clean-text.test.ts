import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise } from './canonical.ts';
import { foldedIdentifier, foldedProse, isBlank } from './clean-text.ts';
import { FIELD_TYPES, type StoredType } from './field-type.ts';

const read = (type: StoredType, text: string) => {
  const result = canonicalise(type, text);
  return result.ok ? result.value : result.reason;
};

const BLANKS = ['\u00a0', '\u1680', '\u2002', '\u2009', '\u200a', '\u202f', '\u205f', '\u3000'];
const DASHES = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\ufe58', '\uff0d'];
const INVISIBLE = [
  ...['\u00ad', '\u034f', '\u061c', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f'],
  ...[
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u2060',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\ufe0f',
    '\ufeff',
  ],
];

const identifiers: [StoredType, [string, string, string], separator: '-' | '', canonical: string][] = [
  ['aadhaar', ['2341', '2341', '2346'], '-', '234123412346'],
  ['pan', ['ABCPK', '1234', 'F'], '-', 'ABCPK1234F'],
  ['phone', ['+91', '98123', '45670'], '-', '+919812345670'],
  ['bank_account', ['1234', '5678', '9013'], '-', '123456789013'],
  ['dob', ['05', '04', '1990'], '-', '1990-04-05'],
  ['external_id', ['CUST', '00', '42'], '-', 'CUST-00-42'],
  ['other_id', ['VOTER', '00', '42'], '-', 'VOTER0042'],
  ['email', ['asha', 'rao', 'x@firma.in'], '-', 'asha-rao-x@firma.in'],
];

describe.each(identifiers)('%s', (type, [one, two, three], separator, canonical) => {
  it('has the same form with dashes of every kind', () => {
    for (const dash of [separator, ...DASHES])
      expect(read(type, one + dash + two + dash + three)).toBe(canonical);
  });

  it('has the same form with invisible characters around and inside', () => {
    for (const mark of INVISIBLE) {
      const text = `${mark}${one}-${mark}${two}-${three.slice(0, 1)}${mark}${three.slice(1)}${mark}`;
      expect(read(type, text), characters(mark)).toBe(canonical);
    }
  });

  it('has the same form between spaces of every width', () => {
    for (const blank of BLANKS) expect(read(type, `${blank}${one}-${two}-${three}${blank}`)).toBe(canonical);
  });
});

it.each<[StoredType, string, string]>([
  ['aadhaar', '2341 2341 2346', '234123412346'],
  ['pan', 'ABCPK 1234 F', 'ABCPK1234F'],
  ['phone', '+91 98123 45670', '+919812345670'],
  ['bank_account', '1234 5678 9013', '123456789013'],
  ['external_id', 'CUST 42', 'CUST 42'],
  ['other_id', 'VOTER 42', 'VOTER42'],
])('%s has the same form with spaces of every width inside', (type, text, canonical) => {
  for (const blank of BLANKS) expect(read(type, text.replaceAll(' ', blank))).toBe(canonical);
});

describe.each<StoredType>(['name', 'address'])('%s', (type) => {
  it.each([
    ['spaces become U+0020', 'Asha\u00a0Rao\u2009K', 'Asha Rao K'],
    ['invisible characters are removed', '\ufeffA\u00adsha\u200b Ra\u200eo\u2069', 'Asha Rao'],
    ['joiners between Latin letters are removed', 'As\u200dha Ra\u200co', 'Asha Rao'],
    ['a joiner between Indic characters is kept', 'राम\u200cलाल', 'राम\u200cलाल'],
    ['a conjunct keeps its joiner', 'क्\u200dष', 'क्\u200dष'],
    ['a Bengali ya-phalaa keeps its joiner', 'র\u200d্যাম', 'র\u200d্যাম'],
    ['a Malayalam chillu at the end keeps its joiner', 'രാജന്\u200d', 'രാജന്\u200d'],
    ['a joiner at the edge of an Indic word is removed', '\u200dराम\u200c \u200cलाल', 'राम लाल'],
    ['selectors and grapheme joiners are removed', 'As\ufe0fha\u034f R\u180bao\u{e0100}', 'Asha Rao'],
    ['a conjunct keeps its joiner after a selector', 'क्\ufe0f\u200dष', 'क्\u200dष'],
    ['consecutive spaces become one', 'Asha   Rao \u00a0\u200b K', 'Asha Rao K'],
    ['a second joiner is removed', 'राम\u200c\u200cलाल', 'रामलाल'],
    ['dashes and marks of a script are unchanged', 'Jean–Luc O’Neil', 'Jean–Luc O’Neil'],
  ])('%s', (_what, typed, stored) => {
    expect(read(type, typed)).toBe(stored);
    expect(read(type, stored)).toBe(stored);
  });

  it('keeps no invisible characters except joiners in Indic words, and no consecutive spaces', () => {
    const formats = fc.constantFrom(...INVISIBLE, '\u0600', '\u2062', '\u{e0041}', 'a', 'र', '्', 'ന', ' ');
    fc.assert(
      fc.property(fc.array(formats, { maxLength: 12 }), (parts) => {
        const text = foldedProse(parts.join(''));
        expect(foldedProse(text)).toBe(text);
        expect(text.replace(/(?<=[\u0900-\u0dff])[\u200c\u200d]/gu, '')).not.toMatch(
          /[\p{Cf}\p{Default_Ignorable_Code_Point}]| {2}/u,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused with a direction override, which the message names', () => {
    for (const [char, name] of [
      ['\u202e', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
      ['\u202d', 'U+202D LEFT-TO-RIGHT OVERRIDE'],
    ] as const)
      expect(canonicalise(type, `Asha ${char}oaR`)).toMatchObject({
        reason: 'DIRECTION_OVERRIDE',
        message: expect.stringContaining(name),
      });
  });
});

describe('a refused character', () => {
  it.each([
    ['\0', 'CONTAINS_NUL', 'U+0000 NUL'],
    ['\u0007', 'CONTROL_CHARACTER', 'U+0007 BEL'],
    ['\u000b', 'CONTROL_CHARACTER', 'U+000B VT'],
    ['\u0085', 'CONTROL_CHARACTER', 'U+0085 CONTROL CHARACTER'],
    ['\u2028', 'CONTROL_CHARACTER', 'U+2028 LINE SEPARATOR'],
    ['\u202e', 'DIRECTION_OVERRIDE', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
    ['\ud83d', 'INVALID_TEXT', 'U+D83D, half of a surrogate pair'],
  ])('is named in the message: %j', (char, reason, name) => {
    for (const type of [...FIELD_TYPES, 'external_id' as const]) {
      const refusal = canonicalise(type, `12${char}34`);
      expect(refusal, type).toMatchObject({ ok: false, reason, message: expect.stringContaining(name) });
      expect(JSON.stringify(refusal)).not.toContain('12');
    }
  });

  it('is a replacement or private-use character in a name', () => {
    for (const [char, name] of [
      ['\ufffd', 'U+FFFD REPLACEMENT CHARACTER'],
      ['\ue000', 'U+E000 PRIVATE USE CHARACTER'],
      ['\u{10fffd}', 'U+10FFFD PRIVATE USE CHARACTER'],
    ] as const)
      expect(canonicalise('name', `Asha R${char}o`)).toMatchObject({
        reason: 'UNREADABLE_CHARACTER',
        message: expect.stringContaining(name),
      });
  });

  it('is a line break or a tab, except in an address', () => {
    for (const [char, name] of [
      ['\n', 'U+000A LINE FEED'],
      ['\t', 'U+0009 TAB'],
    ] as const) {
      expect(canonicalise('name', `Asha${char}Rao`)).toMatchObject({
        message: expect.stringContaining(name),
      });
      expect(read('address', `House  4${char}MG Road`)).toBe(`House 4${char}MG Road`);
    }
  });
});

it('folding is idempotent, and a text of invisible characters is blank', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const once = foldedIdentifier(text);
      expect(foldedIdentifier(once)).toBe(once);
    }),
  );
  expect(isBlank([...BLANKS, ...INVISIBLE, '\u3164'].join(''))).toBe(true);
  expect(isBlank('\u200b.')).toBe(false);
});

const characters = (text: string) => `U+${text.codePointAt(0)?.toString(16)}`;
