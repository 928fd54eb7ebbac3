import { describe, expect, it } from 'vitest';
import { canonicalise } from './canonical.ts';
import type { FieldType } from './field-type.ts';
import { matchForm } from './matching-form.ts';
import { isPlaceholder, isPlaceholderDate } from './placeholder.ts';

const placeholders: [FieldType, string][] = [
  ['email', 'na@na.com'],
  ['email', 'n.a@firma.in'],
  ['email', 'TEST@gmail.com'],
  ['email', 'test123+x@gmail.com'],
  ['email', 'no-email@firma.in'],
  ['email', 'noemail@noemail.com'],
  ['email', 'none@firma.in'],
  ['email', 'dummy@firma.in'],
  ['email', 'xxx@firma.in'],
  ['email', '11111@firma.in'],
  ['email', 'asha.rao@example.com'],
  ['email', 'asha.rao@mail.Example.org'],
  ['email', 'asha.rao@test.in'],
  ['phone', '9999999999'],
  ['phone', '9000000000'],
  ['phone', '9876543210'],
  ['pan', 'AAAPA1111A'],
  ['pan', 'AAAPA1234A'],
  ['bank_account', '111111111'],
  ['bank_account', '0123456789'],
  ['bank_account', '9876543210987'],
  ['bank_account', '789012345'],
  ['other_id', '0000'],
  ['other_id', '12345'],
  ['other_id', 'A1234567'],
  ['other_id', 'Z 9999999'],
];

const values: [FieldType, string][] = [
  ['aadhaar', '234123412346'],
  ['email', 'asha.rao@firma.in'],
  ['email', 'testa.rossa@firma.in'],
  ['email', 'nathan@firma.in'],
  ['email', 'jj@firma.in'],
  ['email', 'asha.rao@notexample.com'],
  ['email', 'asha.rao@example.in'],
  ['phone', '9812345670'],
  ['phone', '9123456780'],
  ['pan', 'ABCPK1234F'],
  ['pan', 'AAAPA7421A'],
  ['bank_account', '001234567890'],
  ['bank_account', '123456789013'],
  ['bank_account', 'GB82WEST12345698765432'],
  ['other_id', '1234'],
  ['other_id', 'A1234568'],
  ['other_id', 'CUSTOMER 12345'],
];

describe('a placeholder', () => {
  it.each(placeholders)('of %s: %s is stored without a search handle', (type, text) => {
    const canonical = canonicalise(type, text);
    expect(canonical.ok).toBe(true);
    expect(matchForm(type, canonical.ok ? canonical.value : '')).toBeNull();
  });

  it.each(values)('of %s is not %s', (type, text) => {
    const canonical = canonicalise(type, text);
    const value = canonical.ok ? canonical.value : '';
    expect(isPlaceholder(type, value)).toBe(false);
    expect(matchForm(type, value)).not.toBeNull();
  });

  it.each([
    ['1900-01-01', true],
    ['1970-01-01', true],
    ['1899-12-30', true],
    ['1900', true],
    ['1970', false],
    ['1970-01-02', false],
    ['1990-01-01', false],
  ])('is the date of birth %s: %s', (date, expected) => {
    expect(isPlaceholderDate(date)).toBe(expected);
    expect(isPlaceholder('dob', date)).toBe(expected);
  });
});
