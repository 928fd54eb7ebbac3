import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise } from './canonical.ts';
import { FIELD_TYPES, type StoredType } from './field-type.ts';
import { mask } from './mask.ts';

const types: readonly StoredType[] = [...FIELD_TYPES, 'external_id'];
const reason = (type: StoredType, text: string) => {
  const result = canonicalise(type, text);
  return result.ok ? `ok ${result.value}` : result.reason;
};

const samples: Record<Exclude<StoredType, 'nominee'>, fc.Arbitrary<string>> = {
  aadhaar: fc.stringMatching(/^[2-9][0-9]{11}$/),
  pan: fc.stringMatching(/^[A-Z]{3}P[A-Z][0-9]{4}[A-Z]$/),
  email: fc.stringMatching(/^[A-Za-z0-9+_-]{1,20}@[a-z0-9]{1,10}\.(in|com|example)$/),
  phone: fc.stringMatching(/^\+91[6-9][0-9]{9}$/),
  name: fc.stringMatching(/^[A-Z][a-z]{1,8} [A-Z][a-z]{1,8}$/),
  address: fc.stringMatching(/^[0-9]{1,3} [A-Z][a-z]{1,8}$/),
  dob: fc.constant('1990-04-05'),
  bank_account: fc.stringMatching(/^[A-Z0-9]{5,33}[0-9]$/),
  other_id: fc.stringMatching(/^[A-Z0-9]{1,20}$/),
  external_id: fc.stringMatching(/^[A-Z0-9]{1,20}$/),
};

describe('a mask', () => {
  it('of any value of any type is not a valid value of any type', () => {
    for (const [of, values] of Object.entries(samples) as [
      Exclude<StoredType, 'nominee'>,
      fc.Arbitrary<string>,
    ][])
      fc.assert(
        fc.property(values, fc.constantFrom(...types), (value, as) => {
          const shown = mask(of, value);
          expect(reason(as, shown), shown).toBe('VALUE_MASKED');
          expect(reason(as, ` ${shown.toLowerCase()}\u00a0`)).toBe('VALUE_MASKED');
        }),
      );
  });

  it.each([
    'XXXX-MASKED',
    'xxxx masked',
    'XXXX-MASKED XXXX-MASKED',
    'XXXX-MASKED, XXXX-MASKED, 560001',
    'XXXX-XXXX-1234',
    'XXXX XXXX 1234',
    'XXXX‑XXXX‑1234',
    'XXXXXXXX1234',
    'XXXXX1234X',
    'XXXXX234F',
    '+91 XXXXX45670',
    '+91-XXXXX-45670',
    '********3210',
    '••••1234',
    'XXXXXXXXXXXX',
    'as***@firma.in',
    'a****@firma.in',
    'a**o@firma.in',
  ])('%s is refused as a value of every type', (text) => {
    for (const type of types) expect(reason(type, text), type).toBe('VALUE_MASKED');
  });

  it('is refused as a part of a nomination', () => {
    const nominee = {
      name: 'Meera Rao',
      relationship: 'spouse',
      email: 'meera@firma.in',
      phone: '9812345670',
    };
    const stored = canonicalise('nominee', JSON.stringify([nominee]));
    expect(reason('nominee', mask('nominee', stored.ok ? stored.value : ''))).toBe('VALUE_MASKED');
    for (const part of [{ name: 'XXXX-MASKED' }, { email: 'me***@firma.in' }, { phone: 'XXXXX45670' }])
      expect(reason('nominee', JSON.stringify([{ ...nominee, ...part }]))).toBe('VALUE_MASKED');
  });

  it.each<[StoredType, string]>([
    ['pan', 'XXXPX1234K'],
    ['external_id', 'XXX-1234'],
    ['external_id', 'XXXX-123456'],
    ['other_id', 'XXXL1234567'],
    ['name', 'Xxavier D’Souza'],
    ['name', 'Maskedy Xu'],
    ['address', 'Flat XXII, 4 MG Road'],
    ['email', 'a*b@firma.in'],
    ['bank_account', 'XXXX123456789'],
  ])('is not detected in %s %s', (type, text) => {
    expect(reason(type, text)).toBe(`ok ${text}`);
  });
});
