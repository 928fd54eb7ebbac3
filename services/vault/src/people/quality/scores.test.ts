import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import { expect, test } from 'vitest';
import { completeness, quality, type ScoredField } from './scores.ts';

const at = new Date('2026-11-21T00:00:00Z');

const field = (type: FieldType, value?: string, change: Partial<ScoredField> = {}): ScoredField => ({
  type,
  value,
  updatedAt: at,
  consentLive: true,
  retentionExpired: false,
  ...change,
});

const score = (...fields: ScoredField[]) => quality({ fields, at });

test('completeness is the share of the seven profile types, independent of other fields', () => {
  expect(completeness([])).toBe(0);
  expect(completeness(['name'])).toBe(14);
  expect(completeness(['name', 'name', 'bank_account', 'other_id'])).toBe(14);
  expect(completeness(['aadhaar', 'pan', 'email', 'phone', 'name', 'address'])).toBe(86);
  expect(completeness(['aadhaar', 'pan', 'email', 'phone', 'name', 'address', 'dob', 'bank_account'])).toBe(
    100,
  );
});

test('fields that are valid, consistent, recent and consented score 100', () => {
  expect(
    score(field('name', 'Asha Rao'), field('pan', 'ABCPR1234F'), field('address', '4 MG Road, Pune 411001')),
  ).toBe(100);
  expect(score(field('dob'))).toBe(100);
  expect(score()).toBe(0);
});

test("each criterion reduces the field's share, weighted by the field", () => {
  expect(score(field('phone', undefined, { isValid: false }))).toBe(60);
  expect(score(field('phone', undefined, { consentLive: false }))).toBe(80);
  expect(score(field('phone', undefined, { updatedAt: new Date('2024-11-01') }))).toBe(80);
  expect(score(field('phone', undefined, { retentionExpired: true }))).toBe(0);
  // 3 of 4 parts are whole, the address earns 0.8 of its one part.
  expect(score(field('aadhaar'), field('address', '4 MG Road'))).toBe(95);
});

test('a partial date of birth scores less than a whole one', () => {
  expect(score(field('dob', '1990-04-05'))).toBe(100);
  expect(['1990-04', '1990'].map((partial) => score(field('dob', partial)))).toEqual([80, 80]);
});

test('a PAN agrees with the name by its fifth letter', () => {
  const pair = (pan: string, name: string) => score(field('pan', pan), field('name', name));
  expect(pair('ABCPR1234F', 'Asha Rao')).toBe(100);
  expect(pair('ABCPA1234F', 'Asha')).toBe(100);
  expect(pair('ABCPZ1234F', 'Asha Rao')).toBe(88);
  expect(pair('ABCPZ1234F', 'आशा राव')).toBe(100);
  expect(pair('ABCCR1234F', 'Asha Rao')).toBe(88);
});
