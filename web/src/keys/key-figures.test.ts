import { describe, expect, it } from 'vitest';
import { sampleKey } from '../testing/samples.ts';
import { dueKeys, fipsOf, keyFigures, keyLife, keyState } from './key-figures.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');
const daysOn = (days: number) => new Date(NOW + days * 86_400_000).toISOString();

describe('dueKeys', () => {
  it.each([
    ['P365D', 29.9, true],
    ['P365D', 30.1, false],
    // A quarter of 30 days, so that a monthly key is not due from its first day.
    ['P30D', 7.4, true],
    ['P30D', 8.1, false],
    ['P1Y', 29.9, true],
    ['P30D', -2, true],
  ])('of a schedule %s with %d days left: %s', (rotationSchedule, days, isDue) => {
    const key = sampleKey({ rotationSchedule, expiresAt: daysOn(days) });
    expect(dueKeys([key], NOW)).toEqual(isDue ? [key] : []);
  });

  it('omits replaced versions', () => {
    expect(dueKeys([sampleKey({ status: 'expired', expiresAt: daysOn(-9) })], NOW)).toEqual([]);
  });
});

describe('keyFigures', () => {
  it('counts versions in use, and finds the last and next rotation', () => {
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

  it('is empty without keys', () => {
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

describe('keyLife', () => {
  const life = (change: Parameters<typeof sampleKey>[0]) => keyLife(sampleKey(change), NOW);
  const soon = { isExpiringSoon: true, isOverdue: false };
  const later = { isExpiringSoon: false, isOverdue: false };

  it.each([
    ['at its start', { createdAt: daysOn(-5), expiresAt: daysOn(360) }, { ...later, tone: 'success' }, 1],
    ['at 30 days', { createdAt: daysOn(-335), expiresAt: daysOn(30) }, { ...later, tone: 'success' }, 92],
    ['within 29 days', { createdAt: daysOn(-336), expiresAt: daysOn(29) }, { ...soon, tone: 'warning' }, 92],
    [
      'above 30 days',
      { createdAt: daysOn(-334), expiresAt: daysOn(30.1) },
      { ...later, tone: 'success' },
      92,
    ],
    [
      'past its expiry',
      { createdAt: daysOn(-40), expiresAt: daysOn(-1) },
      { isExpiringSoon: false, isOverdue: true, tone: 'error' },
      100,
    ],
    [
      'replaced',
      { status: 'expired', createdAt: daysOn(-40), expiresAt: daysOn(9) },
      { ...later, tone: 'neutral' },
      100,
    ],
  ] as const)('of a yearly key %s', (_, change, expected, percent) => {
    const found = life({ rotationSchedule: 'P365D', ...change });
    expect({ ...found, percent: Math.round(found.percent) }).toMatchObject({ ...expected, percent });
  });

  it('does not warn for a monthly key before the last quarter of its lifetime', () => {
    const month = { rotationSchedule: 'P30D', createdAt: daysOn(-15), expiresAt: daysOn(15) };
    expect(life(month)).toMatchObject({ isExpiringSoon: false, tone: 'success', days: 15, percent: 50 });
    const dayOld = { ...month, createdAt: daysOn(-1), expiresAt: daysOn(29) };
    expect(life(dayOld)).toMatchObject({ isExpiringSoon: false, tone: 'success', days: 29 });
    expect(life({ ...month, expiresAt: daysOn(7) })).toMatchObject({
      isExpiringSoon: true,
      tone: 'warning',
      days: 7,
    });
  });
});

describe('keyState', () => {
  it.each([
    ['expired', { expiresAt: daysOn(-1), isActive: true }],
    ['active', { expiresAt: daysOn(1), isActive: true }],
    ['inactive', { expiresAt: daysOn(1), isActive: false }],
  ] as const)('is %s', (state, change) => expect(keyState(sampleKey(change), NOW)).toBe(state));
});
