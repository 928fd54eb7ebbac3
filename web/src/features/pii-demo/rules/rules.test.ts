import { describe, expect, it } from 'vitest';
import { demoRole, seenBy } from './demo-row.ts';
import { sampleRows } from './sample-rows.ts';

const row = {
  id: 1,
  individualId: 7,
  fieldType: 'pan',
  companyName: 'Asha Bank',
  maskedValue: 'XXXXX234F',
  purpose: 'kyc',
} as const;

describe('seenBy', () => {
  it.each([
    ['analytics', 'ABCPE1234F', 'XXXXX234F', false],
    ['pii_view', 'ABCPE1234F', 'ABCPE1234F', true],
    ['admin', 'ABCPE1234F', 'ABCPE1234F', true],
    ['super_admin', undefined, 'XXXXX234F', false],
  ] as const)('of %s with the raw value %s', (role, rawValue, value, isVisible) => {
    const shown = rawValue === undefined ? row : { ...row, rawValue };
    expect(seenBy(shown, role)).toEqual({ value, isVisible });
  });
});

describe('demoRole', () => {
  it.each([
    ['analytics', 'admin', 'analytics'],
    ['nonsense', 'admin', 'admin'],
    ['', 'auditor', 'pii_view'],
  ])('of %j for a user who is %s', (text, own, role) => expect(demoRole(text, own)).toBe(role));
});

describe('sampleRows', () => {
  it.each([0, 0.5, 0.999])('makes values that were never issued (random %d)', (random) => {
    const rows = sampleRows('Sample company', () => random);
    const sampleOf = (type: string) => rows.find(({ fieldType }) => fieldType === type)?.rawValue ?? '';
    expect(sampleOf('aadhaar')).toMatch(/^0\d{11}$/);
    expect(sampleOf('pan')).toMatch(/^[A-Z]{5}0000[A-Z]$/);
    expect(sampleOf('email')).toMatch(/^\w+@example\.com$/);
    expect(sampleOf('phone')).toMatch(/^\+910\d{9}$/);
    expect(Number.isNaN(Date.parse(sampleOf('dob')))).toBe(false);
    expect(rows.filter(({ rawValue, maskedValue }) => rawValue === maskedValue)).toEqual([]);
  });
});
