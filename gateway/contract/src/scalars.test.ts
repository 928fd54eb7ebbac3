import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';
import { periodQuery } from './query.ts';
import { canonicalPurpose, givenTimeSchema, purposeSchema } from './scalars.ts';

const { from } = periodQuery;

describe('a time in a request', () => {
  it.each([
    ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T13:30:00+05:30', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T00:00:00.5-11:00', '2026-11-21T11:00:00.500Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59+05:30', '9999-12-31T18:29:59.000Z'],
  ])('%s is %s', (text, utc) => {
    expect(givenTimeSchema.parse(text).toISOString()).toBe(utc);
    expect(from.parse(text)).toBe(utc);
    expect(from.parse(text.replace('+', ' ')), 'unescaped in a query').toBe(utc);
  });

  it.each([
    '2026-11-21T13:30:00',
    '2026-11-21',
    '2026-11-31T00:00:00Z',
    '2026-11-21T13:30:00+24:00',
    '2026-11-21T13:30:00+5',
    '0001-01-01T00:00:00+05:30',
    '9999-12-31T23:59:59-05:30',
    'now',
  ])('%s is refused', (text) => {
    expect(givenTimeSchema.safeParse(text).success).toBe(false);
    if (text !== '2026-11-21') expect(from.safeParse(text).success, 'in a query').toBe(false);
  });
  it.each([
    ['2026-11-21', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['0999-12-31', false],
    ['9999-01-01', false],
    ['2026-11-21T', false],
  ])('a query takes the day %s: %s', (text, expected) => {
    expect(from.safeParse(text).success).toBe(expected);
  });
});

it('every time of a request body and of a query takes an offset', () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(openApiDocument('/api'));
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters, requestBody } = Object(operation);
      return { name: `${method} ${path}`, text: JSON.stringify([parameters, requestBody?.content]) };
    }),
  );
  const timed = requests.filter(({ text }) => text.includes('"format":"date-time"'));
  expect(timed.length).toBeGreaterThan(10);
  for (const { name, text } of timed) {
    const patterns = [...text.matchAll(/"format":"date-time","pattern":("(?:[^"\\]|\\.)*")/g)];
    expect(patterns.length, name).toBe(text.split('"format":"date-time"').length - 1);
    for (const [, pattern = ''] of patterns)
      expect(new RegExp(JSON.parse(pattern)).test('2026-11-21T13:30:00+05:30'), name).toBe(true);
  }
});

describe('a purpose', () => {
  it.each([
    ['fraud_prevention', 'fraud_prevention'],
    ['Fraud prevention', 'fraud_prevention'],
    [' Fraud  Prevention ', 'fraud_prevention'],
    ['KYC', 'kyc'],
    ['AML check', 'aml_check'],
    ['AML check (aml__check)', 'aml__check'],
    ['aml-check', 'aml_check'],
    ['AML-Check', 'aml_check'],
    ['Aml \u2013 check', 'aml_check'],
    ['AML check (aml-check)', 'aml_check'],
  ])('%j is %j', (text, purpose) => {
    expect(purposeSchema.parse(text)).toBe(purpose);
  });

  it.each(['', ' ', 'kyc!', 'a/b', 'x'.repeat(51), 'धन'])('%j is none', (text) => {
    expect(purposeSchema.safeParse(text).success).toBe(false);
  });

  it('is not normalised when it is too long for one', () => {
    // Two classes of combining marks in turn: normalisation would sort them, in quadratic time.
    const marks = '\u0301\u0316'.repeat(1_000);
    expect(canonicalPurpose(marks)).toBe(marks);
    expect(purposeSchema.safeParse(marks).success).toBe(false);
  });
});
