import { describe, expect, it } from 'vitest';
import { sampleCompany, sampleEntry } from '../../../testing/samples.ts';
import { auditLine, lowestCompliance, netGrowth } from './figures.ts';

describe('the change of a figure', () => {
  it('is what was added without what was erased, summed over the days', () => {
    const day = { day: '2026-11-21', erased: 2, individuals: 0 };
    expect(
      netGrowth([
        { ...day, added: 5 },
        { ...day, added: 6 },
      ]),
    ).toBe(7);
  });

  const company = (id: number, score: number | null, readiness: number | null) =>
    sampleCompany(id, { compliance: { status: 'unknown', score, readiness } });
  it.each([
    [
      'the lowest score',
      [company(1, 91, 10), company(2, 74, 99), company(3, null, 80)],
      { kind: 'lowest', score: 74 },
    ],
    [
      'the lowest readiness before any rule is in force',
      [company(1, null, 91), company(2, null, 74)],
      { kind: 'lowestReadiness', score: 74 },
    ],
  ])('names the company with %s', (_, companies, expected) => {
    expect(lowestCompliance(companies)).toEqual({ ...expected, name: 'Company No 2' });
  });

  it('compares at least two companies', () => {
    expect(lowestCompliance([company(1, 91, null), company(2, null, null)])).toBeUndefined();
  });
});

describe('auditLine', () => {
  it.each([
    [{ individualId: 7 }, { individualId: 7, people: 0, isAlarm: false }],
    [{ details: { individualIds: [9] } }, { individualId: 9, people: 0 }],
    [
      { details: { individualIds: [1, 2], counts: { individuals: 200 } } },
      { individualId: null, people: 200 },
    ],
    [{ details: { decision: 'refused' } }, { isAlarm: true, isRefused: true }],
    [{ action: 'login_failure' }, { isAlarm: true, isRefused: false }],
    [{ details: { purpose: 'kyc' } }, { purpose: 'kyc' }],
  ])('of %j', (change, line) => {
    expect(auditLine(sampleEntry('field_decrypt', change))).toMatchObject(line);
  });
});
