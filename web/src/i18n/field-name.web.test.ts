import { describe, expect, it } from 'vitest';
import en from '../app/locales/en.json' with { type: 'json' };
import hi from '../app/locales/hi.json' with { type: 'json' };
import { COMMON_PURPOSES, LINK_PURPOSES } from '../pii/common-purposes.ts';
import { purposeName } from './field-name.ts';

describe('the name of a purpose', () => {
  it('is its text, or the readable code', () => {
    expect(purposeName('fraud_prevention')).toBe('Fraud prevention');
    expect(purposeName('aml_check')).toBe('AML check');
  });

  it.each([
    ['aml-check', 'AML check (aml-check)'],
    ['fraud-prevention', 'Fraud prevention (fraud-prevention)'],
    ['aml__check', 'AML check (aml__check)'],
    ['kyc-', 'KYC (kyc-)'],
  ])('%s, which is ambiguous, is followed by its code', (purpose, name) => {
    expect(purposeName(purpose)).toBe(name);
  });

  it('is translated for every purpose that a form offers', () => {
    for (const texts of [en, hi])
      expect([...COMMON_PURPOSES, ...LINK_PURPOSES].filter((purpose) => !(purpose in texts.purpose))).toEqual(
        [],
      );
  });
});
