import { canonicalPurpose } from '@pii-vault/contract/scalars';
import { describe, expect, it } from 'vitest';
import en from '../app/locales/en.json' with { type: 'json' };
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

  it('is the purpose itself for a request', () => {
    for (const purpose of [...Object.keys(en.purpose), 'aml_check', 'a__b'])
      expect(canonicalPurpose(purposeName(purpose))).toBe(purpose);
  });
});
