import { describe, expect, it } from 'vitest';
import { byDay } from './days.ts';
import { completenessOf, trailQuery } from './trail-query.ts';

const at = (day: number, hour: number) => ({ timestamp: new Date(2026, 10, day, hour).toISOString() });

describe('byDay', () => {
  it('splits at local midnight and names the last two days', () => {
    const days = byDay([at(21, 9), at(21, 0), at(20, 23), at(18, 12)], new Date(2026, 10, 21, 9));
    expect(days.map((day) => [day.name.kind, day.rows.length])).toEqual([
      ['today', 2],
      ['yesterday', 1],
      ['date', 1],
    ]);
    expect(days.map((day) => day.key)).toEqual(['2026-11-21', '2026-11-20', '2026-11-18']);
  });
  it('has no days without rows', () => expect(byDay([], new Date())).toEqual([]));
});

describe('trailQuery', () => {
  it('converts local days to instants, without a gap', () => {
    expect(ask('from=2026-11-21&to=2026-11-22')).toMatchObject({
      from: new Date(2026, 10, 21).toISOString(),
      until: new Date(2026, 10, 23).toISOString(),
    });
    expect(ask('from=soon')).not.toHaveProperty('from');
    expect(completenessOf(ask('from=2026-11-21'), true)).toBe('none');
  });

  const ask = (search: string, mayAll = true) => {
    const params = new URLSearchParams(search);
    return trailQuery((key) => params.get(key) ?? '', 3, mayAll);
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
