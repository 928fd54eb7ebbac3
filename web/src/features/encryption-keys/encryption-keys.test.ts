import { describe, expect, it } from 'vitest';
import { sampleKey } from '../../testing/samples.ts';
import { deletionOf, keyCounts, keyGroups, rotationTarget } from './encryption-keys.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');
const daysOn = (days: number) => new Date(NOW + days * 86_400_000).toISOString();

describe('keyGroups', () => {
  it('groups versions by company and type, the newest first', () => {
    const field = { companyId: 2, keyType: 'field' } as const;
    const keys = [
      sampleKey({ id: 1, ...field, version: 1, status: 'expired' }),
      sampleKey({ id: 2, ...field, version: 3 }),
      sampleKey({ id: 3, ...field, version: 2, status: 'expired' }),
      sampleKey({ id: 4, companyId: 2, keyType: 'master' }),
      sampleKey({ id: 5, companyId: 1, keyType: 'backup', status: 'pending' }),
    ];
    const shown = keyGroups(keys).map(({ id, current, former }) => [
      id,
      current?.id,
      former.map((key) => key.id),
    ]);
    expect(shown).toEqual([
      ['1-backup', 5, []],
      ['2-master', 4, []],
      ['2-field', 2, [3, 1]],
    ]);
  });

  it('counts versions by state', () => {
    const keys = [
      sampleKey({ expiresAt: daysOn(29) }),
      sampleKey({ expiresAt: daysOn(7), status: 'pending' }),
      sampleKey({ expiresAt: daysOn(-1) }),
      sampleKey({ expiresAt: daysOn(-9), status: 'expired' }),
    ];
    expect(keyCounts(keys, NOW)).toEqual({ total: 4, active: 3, expiringSoon: 1, overdue: 1, expired: 1 });
  });
});

describe('deletionOf', () => {
  it.each([
    ['field', 0, 'ready'],
    ['master', 2, 'rows'],
    ['backup', null, 'archives'],
    ['field', null, 'unknown'],
  ] as const)('of a %s key with %s rows: %s', (keyType, rowsOnVersion, expected) => {
    expect(deletionOf(sampleKey({ keyType, rowsOnVersion, status: 'expired' }))).toBe(expected);
  });
});

describe('rotationTarget', () => {
  it.each([
    ['', undefined],
    ['new', {}],
    ['2-field', { companyId: 2, keyType: 'field' }],
    ['2-index', {}],
    ['0-field', {}],
  ])('of %j', (text, expected) => expect(rotationTarget(text)).toEqual(expected));
});
