import { describe, expect, it } from 'vitest';
import { isSameClock } from '../../../i18n/format.ts';
import { byDay } from './days.ts';
import { completenessOf, trailQuery } from './trail-query.ts';

const india = 'Asia/Kolkata';
/** A row at a time in India. */
const at = (day: number, clock: string) => ({ timestamp: `2026-11-${day}T${clock}:00.000+05:30` });
const nowAt = (day: number, clock: string) => Date.parse(at(day, clock).timestamp);

describe('byDay', () => {
  it('splits at midnight of the zone and names the last two days', () => {
    const rows = [at(21, '09:00'), at(21, '00:30'), at(20, '23:30'), at(18, '12:00')];
    const days = byDay(rows, nowAt(21, '09:00'), india);
    expect(days.map((day) => [day.name, day.rows.length])).toEqual([
      ['today', 2],
      ['yesterday', 1],
      ['date', 1],
    ]);
    expect(days.map((one) => one.day)).toEqual(['2026-11-21', '2026-11-20', '2026-11-18']);
  });
  it.each(['00:30', '05:29', '05:31'])('groups one night together at %s', (clock) => {
    const rows = [at(21, '05:31'), at(21, '05:29'), at(21, '00:30')];
    expect(byDay(rows, nowAt(21, clock), india)).toEqual([{ day: '2026-11-21', name: 'today', rows }]);
  });
  it('is another day for another zone', () => {
    const [day] = byDay([at(21, '00:30')], nowAt(21, '00:30'), 'America/New_York');
    expect(day?.day).toBe('2026-11-20');
  });
  it('knows clocks that show the same time', () => {
    expect(isSameClock(india, 0, 'Asia/Colombo')).toBe(true);
    expect(isSameClock(india, 0, 'UTC')).toBe(false);
  });
  it('has no days without rows', () => expect(byDay([], 0, india)).toEqual([]));
});

describe('trailQuery', () => {
  it('converts days of the company to instants, without a gap', () => {
    expect(ask('from=2026-11-21&to=2026-11-22')).toMatchObject({
      from: '2026-11-20T18:30:00.000Z',
      until: '2026-11-22T18:30:00.000Z',
    });
    expect(ask('from=soon')).not.toHaveProperty('from');
    expect(completenessOf(ask('from=2026-11-21'), true)).toBe('none');
  });

  const ask = (search: string, mayAll = true) => {
    const params = new URLSearchParams(search);
    return trailQuery((key) => params.get(key) ?? '', { id: 3, zone: india }, mayAll);
  };
  it('reads the address and ignores invalid parts', () => {
    expect(ask('')).toEqual({ limit: 50, companyId: 3, action: undefined, search: undefined });
    expect(ask('limit=200&action=field_view&search=%20IND_7%20')).toEqual({
      limit: 200,
      companyId: 3,
      action: 'field_view',
      search: 'IND_7',
    });
    expect(ask('limit=77&action=drop_table')).toMatchObject({ limit: 50, action: undefined });
  });
  it('shows all companies to users with the permission', () => {
    expect(ask('scope=all').companyId).toBeUndefined();
    expect(ask('scope=all', false).companyId).toBe(3);
  });
  it('can be complete only without filters', () => {
    expect(completenessOf(ask(''), false)).toBe('company');
    expect(completenessOf(ask('action=logout'), true)).toBe('none');
    expect(completenessOf(ask('scope=all'), true)).toBe('trail');
    expect(completenessOf(ask('scope=all'), false)).toBe('none');
  });
});
