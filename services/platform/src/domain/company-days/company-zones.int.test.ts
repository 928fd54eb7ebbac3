import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORM_MIGRATIONS } from '../../postgres/migrate.ts';
import { type TestDatabase, testDatabase } from '../../testing/postgres.ts';
import { testCtx } from '../../testing/test-ctx.ts';
import { CompanyZones } from './company-zones.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase('vault', PLATFORM_MIGRATIONS);
});
afterAll(() => test.drop());

const dayInSql = async (company: number | null, iso: string) => {
  const [row] = await test.sql<{ day: string }>(
    `SELECT to_char(vault.company_day($1::bigint, $2::timestamptz), 'YYYY-MM-DD') AS day`,
    [company, iso],
  );
  return row?.day;
};

describe('the days of companies', () => {
  it('are days of India where no zone is known', async () => {
    expect(await dayInSql(1, '2026-11-21T00:30:00+05:30')).toBe('2026-11-21');
    expect(await dayInSql(null, '2026-11-20T23:59:59+05:30')).toBe('2026-11-20');
  });

  it('follow the zones of tenancy, in memory and in SQL alike, and survive a restart', async () => {
    const zones = new CompanyZones('Asia/Dubai');
    let berlin: string | undefined = 'Europe/Berlin';
    const directory = {
      companyStates: async () => ({
        states: [
          { companyId: 1, status: 'active', rowVersion: 1, timeZone: berlin },
          { companyId: 2, status: 'active', rowVersion: 1, timeZone: 'Asia/Nowhere' },
          { companyId: 3, status: 'active', rowVersion: 1, timeZone: undefined },
        ],
      }),
    };
    await zones.copy(directory, testCtx(null), test.db);
    const days = [
      // Summer time began at 02:00 on this day.
      [1, '2026-03-29T21:59:59Z', '2026-03-29'],
      [1, '2026-03-29T22:00:00Z', '2026-03-30'],
      [1, '2026-03-28T22:59:59Z', '2026-03-28'],
      [2, '2026-03-28T20:00:00Z', '2026-03-29'],
      [3, '2026-03-28T19:59:59Z', '2026-03-28'],
    ] as const;
    for (const [company, iso, day] of days) {
      expect([company, zones.dayOf(company, Date.parse(iso)).day]).toEqual([company, day]);
      expect([company, await dayInSql(company, iso)]).toEqual([company, day]);
    }
    berlin = 'Pacific/Auckland';
    await zones.copy(directory, testCtx(null), test.db);
    expect(await dayInSql(1, '2026-11-20T11:00:00Z')).toBe('2026-11-21');
    const restarted = new CompanyZones('Asia/Dubai');
    await restarted.read(test.db);
    expect([1, 2, 3].map((id) => restarted.zoneOf(id))).toEqual([
      'Pacific/Auckland',
      'Asia/Dubai',
      'Asia/Dubai',
    ]);
  });

  it('of several companies are days of the deployment', () => {
    const zones = new CompanyZones('Asia/Dubai');
    zones.take([{ companyId: 1, timeZone: 'Europe/Berlin' }]);
    expect([
      zones.zoneAmong([1]),
      zones.zoneAmong([1, 2]),
      zones.zoneAmong('all'),
      zones.zoneAmong([]),
    ]).toEqual(['Europe/Berlin', 'Asia/Dubai', 'Asia/Dubai', 'Asia/Dubai']);
  });
});
