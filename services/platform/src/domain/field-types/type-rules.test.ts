import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verhoeffCheckDigit } from '../../values/verhoeff.ts';
import { canonicalise } from './canonical.ts';
import { FIELD_CODES, FIELD_TYPES, fieldTypeOfCode, type StoredType } from './field-type.ts';
import { constantMask, mask } from './mask.ts';
import { indexForm } from './matching-form.ts';
import { rulesByType } from './rules-by-type.ts';

const now = new Date('2026-11-21T11:00:00Z');
/** Types with a single value. A nomination has parts of several types and a separate test. */
type SingleType = Exclude<StoredType, 'nominee'>;
const types: readonly SingleType[] = [...FIELD_TYPES, 'external_id'];

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const valid: Record<SingleType, fc.Arbitrary<string>> = {
  aadhaar: fc.stringMatching(/^[2-9][0-9]{10}$/).map((body) => body + verhoeffCheckDigit(body)),
  pan: fc.stringMatching(/^[A-Za-z]{3}[abcefghjlptABCEFGHJLPT][A-Za-z][0-9]{3}[1-9][A-Za-z]$/),
  email: fc.stringMatching(/^[A-Za-z0-9+_.-]{1,20}@[a-z0-9]{1,10}\.(in|com|example)$/),
  phone: fc
    .tuple(fc.constantFrom('', '+91 ', '0'), fc.constantFrom('98', '90', '70'), digits(8))
    .map((part) => part.join('')),
  name: fc.string({ unit: 'grapheme', maxLength: 40 }),
  address: fc.string({ unit: 'grapheme', maxLength: 60 }),
  dob: fc
    .date({ min: new Date('1900-01-01'), max: now, noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  bank_account: fc.stringMatching(/^[0-9]{6,20}$/),
  other_id: fc.string({ maxLength: 30 }),
  external_id: fc.string({ maxLength: 30 }),
};

const canonical = (type: StoredType, raw: string): string | null => {
  const result = canonicalise(type, raw, { now });
  return result.ok ? result.value : null;
};

const reason = (type: StoredType, raw: string): string => {
  const result = canonicalise(type, raw, { now });
  return result.ok ? `ok ${result.value}` : result.reason;
};

describe.each(types)('%s', (type) => {
  test('validation and normalisation are idempotent', () => {
    let accepted = 0;
    fc.assert(
      fc.property(valid[type], (raw) => {
        const once = canonical(type, raw);
        fc.pre(once !== null);
        accepted++;
        expect(canonical(type, once)).toBe(once);
        for (const form of [rulesByType[type].matchForm, rulesByType[type].indexForm]) {
          const formed = form(once);
          if (formed !== null) expect(form(formed)).toBe(formed);
        }
      }),
    );
    expect(accepted).toBeGreaterThan(50);
  });

  test('an accepted value is accepted again unchanged, in any pasted form', () => {
    const marks = [' ', '-', '\u00a0', '\u2011', '\u2212', '\u200b', '\u200d', '\u0301', '\ufeff'];
    const pasted = fc.oneof({ weight: 12, arbitrary: fc.constant('') }, fc.constantFrom(...marks));
    let accepted = 0;
    fc.assert(
      fc.property(valid[type], fc.array(pasted, { minLength: 8, maxLength: 8 }), (text, after) => {
        const raw = [...text].map((char, at) => char + (after[at] ?? '')).join('');
        const once = canonical(type, raw);
        if (once === null) return;
        accepted++;
        expect(canonical(type, once)).toBe(once);
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  test('any text gets a result, and a refusal never contains the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 6, maxLength: 200 }), (raw) => {
        const result = canonicalise(type, raw, { now });
        if (result.ok) return true;
        return /^[A-Z][A-Z_]+$/.test(result.reason) && !result.message.includes(raw.trim() || '\0');
      }),
    );
  });

  test('NUL, lone surrogates, empty and overlong texts are refused', () => {
    expect(reason(type, 'ab\0cd')).toBe('CONTAINS_NUL');
    expect(reason(type, 'ab\ud800cd')).toBe('INVALID_TEXT');
    for (const nothing of ['', ' \u00a0 ', '\u200b', '\u3164\u2060', '\u00ad']) {
      expect(reason(type, nothing)).toBe('VALUE_EMPTY');
    }
    expect(reason(type, 'a'.repeat(2_000_000))).toBe('VALUE_TOO_LONG');
    expect(reason(type, 'ab\u0007cd')).toBe('CONTROL_CHARACTER');
  });
});

test.each<[StoredType, string, string]>([
  ['aadhaar', ' 2341 2341-2346 ', 'ok 234123412346'],
  ['aadhaar', '२३४१२३४१२३४६', 'ok 234123412346'],
  ['aadhaar', '234123412345', 'AADHAAR_CHECKSUM'],
  ['aadhaar', '23412341234', 'AADHAAR_FORMAT'],
  ['aadhaar', '012341234123', 'AADHAAR_FIRST_DIGIT'],
  ['aadhaar', '1234 1234 1234', 'AADHAAR_FIRST_DIGIT'],
  ['pan', 'abcpk1234f', 'ok ABCPK1234F'],
  ['pan', 'AAECP6176D', 'ok AAECP6176D'],
  ['pan', 'ABCPK१२३४F', 'ok ABCPK1234F'],
  ['pan', 'ABCDE1234F', 'PAN_HOLDER_TYPE'],
  ['pan', 'abckk 1234 f', 'PAN_HOLDER_TYPE'],
  ['pan', 'ABCPK0000F', 'PAN_SERIAL'],
  ['pan', 'ABCPK0001F', 'ok ABCPK0001F'],
  ['pan', 'ABCPK12345', 'PAN_FORMAT'],
  ['email', ' Asha.Rao@Example.in ', 'ok Asha.Rao@Example.in'],
  ['email', 'asha@localhost', 'EMAIL_FORMAT'],
  ['email', 'a@b@c.in', 'EMAIL_FORMAT'],
  ['email', '.a@c.in', 'EMAIL_FORMAT'],
  ['email', `${'a'.repeat(65)}@c.in`, 'EMAIL_FORMAT'],
  ['phone', '098123 45670', 'ok +919812345670'],
  ['phone', '+1 (202) 555-0123', 'ok +12025550123'],
  ['phone', '12345', 'PHONE_INVALID'],
  ['phone', 'tel 9812345670', 'PHONE_INVALID'],
  ['name', "Re\u0301ne\u0301e D'Souza", "ok R\u00e9n\u00e9e D'Souza"],
  ['name', '=1+1', 'NAME_FORMAT'],
  ['name', "Robert'); DROP TABLE people;--", "ok Robert'); DROP TABLE people;--"],
  ['address', 'House 4\nMG Road', 'ok House 4\nMG Road'],
  ['address', '?!', 'ADDRESS_FORMAT'],
  ['bank_account', '1234 5678-9012', 'ok 123456789012'],
  ['bank_account', '12345', 'BANK_ACCOUNT_FORMAT'],
  ['external_id', 'CUST 0042 ', 'ok CUST 0042'],
  ['external_id', '1.23457E+11', 'SCIENTIFIC_NOTATION'],
  ['external_id', '1E+11', 'SCIENTIFIC_NOTATION'],
  ['external_id', '1,23457e+11', 'SCIENTIFIC_NOTATION'],
  ['external_id', '1E5', 'ok 1E5'],
  ['external_id', '12345.0', 'TRAILING_DECIMAL'],
  ['external_id', '1.2.0', 'ok 1.2.0'],
  ['other_id', '1.23457E+11', 'SCIENTIFIC_NOTATION'],
  ['other_id', '123456789013.00', 'TRAILING_DECIMAL'],
  ['aadhaar', '2.34123E+11', 'SCIENTIFIC_NOTATION'],
  ['aadhaar', '234123412346.0', 'TRAILING_DECIMAL'],
  ['bank_account', '1.23457E11', 'SCIENTIFIC_NOTATION'],
  ['bank_account', '123456789013.0', 'TRAILING_DECIMAL'],
])('%s %j is %s', (type, raw, expected) => {
  expect(reason(type, raw)).toBe(expected);
});

test('masks reveal no more than the rule of their type allows', () => {
  const shown: Array<[StoredType, string, string]> = [
    ['aadhaar', '234123412346', 'XXXX-XXXX-2346'],
    ['pan', 'ABCPK1234F', 'XXXXX234F'],
    ['email', 'Asha.Rao@example.in', 'As***@example.in'],
    ['email', 'a@example.in', 'a****@example.in'],
    ['phone', '+919812345670', 'XXXXX45670'],
    ['bank_account', '123456789012', 'XXXXXXX9012'],
    ['name', 'Asha Rao', 'XXXX-MASKED'],
    ['dob', '1980-02-29', 'XXXX-MASKED'],
    ['address', 'x', 'XXXX-MASKED'],
    ['other_id', 'Z12', 'XXXX-MASKED'],
    ['external_id', 'CUST-1', 'XXXX-MASKED'],
  ];
  for (const [type, value, masked] of shown) expect(mask(type, value)).toBe(masked);
});

test('a mask depends only on the characters that it shows', () => {
  const tail: Partial<Record<StoredType, number>> = { aadhaar: 4, pan: 4, phone: 5, bank_account: 4 };
  for (const type of types.filter((candidate) => candidate !== 'email')) {
    fc.assert(
      fc.property(valid[type], valid[type], (a, b) => {
        const [left, right] = [canonical(type, a), canonical(type, b)];
        fc.pre(left !== null && right !== null);
        const keep = tail[type] ?? 0;
        expect(mask(type, left)).toHaveLength(mask(type, right).length);
        const twin = keep === 0 ? right : right.slice(0, -keep) + left.slice(-keep);
        expect(mask(type, twin)).toBe(mask(type, left));
      }),
    );
  }
  fc.assert(
    fc.property(valid.email, (value) => {
      const host = value.slice(value.lastIndexOf('@'));
      expect(mask('email', value)).toHaveLength(5 + host.length);
    }),
  );
});

test('names, dates and addresses have no single-field index', () => {
  const indexed = types.filter((type) => indexForm(type, '1234567') !== null);
  expect(indexed).toEqual(['aadhaar', 'pan', 'email', 'phone', 'bank_account', 'other_id', 'external_id']);
});

test('a constant mask is the mask of every value', () => {
  for (const type of types) {
    const constant = constantMask(type);
    const shown = new Set(['234123412346', 'asha@example.in'].map((value) => mask(type, value)));
    expect(constant === null ? shown.size : [...shown]).toEqual(constant === null ? 2 : [constant]);
  }
});

test('codes are frozen and map back to their type', () => {
  expect(types.map((type) => FIELD_CODES[type])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const type of types) expect(fieldTypeOfCode(FIELD_CODES[type])).toBe(type);
  expect(() => fieldTypeOfCode(12)).toThrow();
});
