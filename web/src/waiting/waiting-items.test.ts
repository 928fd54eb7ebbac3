import type { WaitingItem } from '@pii-vault/contract/waiting/waiting-schema';
import { describe, expect, it } from 'vitest';
import { countsByPath, dueOf, toneOf } from './waiting-items.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');
const inMinutes = (n: number) => new Date(NOW + n * 60_000).toISOString();

describe('the time left', () => {
  it.each([
    [null, 0, null],
    [null, 1, { key: 'overdue' }],
    [-1, 1, { key: 'overdue' }],
    [59, 0, { key: 'hours', count: 0 }],
    [72 * 60 + 59, 0, { key: 'hours', count: 72 }],
    [73 * 60, 0, { key: 'days', count: 3 }],
    [96 * 60 - 1, 0, { key: 'days', count: 3 }],
  ])('until %s minutes from now, with %i overdue', (minutes, overdue, due) => {
    const dueAt = minutes === null ? null : inMinutes(minutes);
    expect(dueOf({ dueAt, overdue }, NOW)).toEqual(due);
  });
});

const item = (kind: WaitingItem['kind'], count: number, link: string | null, overdue = 0): WaitingItem => ({
  ...{ kind, count, overdue, link, dueAt: null, companyId: 1, title: { key: 'x', params: {} } },
});

describe('the counts of screens', () => {
  it('are summed by path, and red if one of their registers is', () => {
    const counts = countsByPath([
      item('approvals', 3, '/approvals?company=1'),
      item('limits', 2, '/approvals?company=7', 1),
      item('imports', 4, '/imports?company=1&import=9'),
      item('keyStore', 1, null),
    ]);
    expect([...counts]).toEqual([
      ['/approvals', { count: 5, tone: 'error' }],
      ['/imports', { count: 4, tone: 'warning' }],
    ]);
  });

  it.each([
    ['webhooks', 0, 'error'],
    ['checks', 0, 'error'],
    ['grievances', 1, 'error'],
    ['grievances', 0, 'warning'],
  ] as const)('%s with %i overdue are %s', (kind, overdue, tone) => {
    expect(toneOf({ kind, overdue })).toBe(tone);
  });
});
