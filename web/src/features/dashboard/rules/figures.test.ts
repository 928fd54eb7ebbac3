import { describe, expect, it } from 'vitest';
import { sampleCompany } from '../../../testing/samples.ts';
import { sampleAuditEntry, sampleKey } from '../testing/samples.ts';
import { auditLine } from './audit-line.ts';
import { addedIn, busiestActions, lowestCompliance } from './changes.ts';
import { dueKeys, fipsOf, keyFigures } from './keys.ts';
import { mergeGraphs } from './merge-graphs.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');
const daysOn = (days: number) => new Date(NOW + days * 86_400_000).toISOString();

describe('dueKeys', () => {
  it.each([
    ['P365D', 29.9, true],
    ['P365D', 30.1, false],
    // A quarter of 30 days: a monthly key does not wait from its first day.
    ['P30D', 7.4, true],
    ['P30D', 8.1, false],
    ['P1Y', 29.9, true],
    ['P30D', -2, true],
  ])('of a schedule %s with %d days left: %s', (rotationSchedule, days, isDue) => {
    const key = sampleKey({ rotationSchedule, expiresAt: daysOn(days) });
    expect(dueKeys([key], NOW)).toEqual(isDue ? [key] : []);
  });

  it('leaves out versions that were replaced', () => {
    expect(dueKeys([sampleKey({ status: 'expired', expiresAt: daysOn(-9) })], NOW)).toEqual([]);
  });
});

describe('keyFigures', () => {
  it('counts versions in use and finds the last and the next rotation', () => {
    const keys = [
      sampleKey({ keyType: 'master', expiresAt: daysOn(300) }),
      sampleKey({ keyType: 'field', expiresAt: daysOn(9), lastRotated: daysOn(-21) }),
      sampleKey({ keyType: 'field', status: 'expired', expiresAt: daysOn(-21), lastRotated: daysOn(-21) }),
      sampleKey({ keyType: 'field', status: 'pending', expiresAt: daysOn(20), lastRotated: daysOn(-50) }),
    ];
    expect(keyFigures(keys)).toEqual({
      algorithms: ['AES-256-GCM'],
      active: [
        { type: 'master', count: 1 },
        { type: 'field', count: 2 },
      ],
      lastRotation: daysOn(-21),
      nextRotation: daysOn(9),
    });
  });

  it('knows nothing of no keys', () => {
    expect(keyFigures([])).toEqual({ algorithms: [], active: [], lastRotation: null, nextRotation: null });
  });
});

describe('fipsOf', () => {
  it.each([
    [null, null],
    ['SoftHSM v2', null],
    ['Luna K7', null],
    ['Luna K7 FIPS 140-2 Level 3', 'FIPS 140-2 Level 3'],
    ['HSM (FIPS 140-3)', 'FIPS 140-3'],
  ])('of a device called %s is %s', (model, fips) => expect(fipsOf(model)).toBe(fips));
});

describe('what changed', () => {
  it('adds up the days', () => {
    const day = { day: '2026-11-21', erased: 7, individuals: 0 };
    expect(
      addedIn([
        { ...day, added: 5 },
        { ...day, added: 6 },
      ]),
    ).toBe(11);
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

  it('compares nothing with fewer than two', () => {
    expect(lowestCompliance([company(1, 91, null), company(2, null, null)])).toBeUndefined();
  });
});

describe('busiestActions', () => {
  it('sorts, cuts and measures by the most frequent', () => {
    const byAction = [1, 8, 3, 4, 5, 6, 7].map((entries) => ({ action: `a${entries}`, entries }));
    const busiest = busiestActions(byAction);
    expect(busiest.map(({ entries }) => entries)).toEqual([8, 7, 6, 5, 4, 3]);
    expect(busiest.map(({ percent }) => percent)).toEqual([100, 87.5, 75, 62.5, 50, 37.5]);
    expect(busiestActions([{ action: 'logout', entries: 0 }])).toEqual([]);
  });
});

describe('mergeGraphs', () => {
  const node = (id: string) => ({ id, name: id, type: 'company' as const, tier: null });
  const link = (source: string, target: string, entryId: number | null) => ({
    ...{ source, target, entryId, confidence: 99, grade: null },
    ...{ relationshipType: null, verificationStatus: null },
  });
  it('has once what two graphs share', () => {
    const one = { nodes: [node('a'), node('b')], links: [link('a', 'b', null), link('a', 'b', 5)] };
    const two = {
      nodes: [node('b'), node('c')],
      links: [link('a', 'b', null), link('b', 'c', 5), link('b', 'c', 6)],
    };
    const merged = mergeGraphs([one, two]);
    expect(merged.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(merged.links.map(({ entryId }) => entryId)).toEqual([null, 5, 6]);
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
    expect(auditLine(sampleAuditEntry(change))).toMatchObject(line);
  });
});
