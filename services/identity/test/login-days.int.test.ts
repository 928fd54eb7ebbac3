import type { Scope } from '@pii-vault/platform/postgres/database';
import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOGIN_DAYS, loginDays } from '../src/users/figures/login-days.ts';
import { loginPeriods } from '../src/users/figures/login-hours.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('identity', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO identity.company_zones SELECT id, 'UTC' FROM unnest('{0,1,2}'::bigint[]) AS id`,
  );
  await database.sql(
    `INSERT INTO identity.users (id, email, email_key, first_name, last_name, company_id)
     SELECT n, 'u' || n, 'u' || n, 'U', 'V', 1 + n % 2 FROM generate_series(1, 40) n`,
  );
  // A hundred days, each with 60 attempts of users of either company and 30 of unknown users; a third of each kind.
  await database.sql(
    `INSERT INTO identity.login_attempts (user_id, email, ip_address, ip_block, user_agent, device_info, success, blocked, created_at)
     SELECT CASE WHEN n <= 60 THEN 1 + (n / 3) % 20 * 2 + CASE WHEN n <= 30 THEN 0 ELSE 1 END END, '', '', '', '', '{}',
       n % 3 = 0, n % 3 = 1, date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - d * interval '1 day' + n * interval '1 second'
     FROM generate_series(1, 90) n, generate_series(0, 99) d`,
  );
  await database.sql('VACUUM ANALYZE identity.login_days');
});
afterAll(async () => database?.drop());

const days = (scope: Scope, count: number) => database.db.tenant(scope, (tx) => loginDays(tx, count, 'UTC'));

it('counts each attempt of a day once, of the users in scope', async () => {
  const all = await days('all', 7);
  expect(all).toHaveLength(7);
  for (const { successful, failed, blocked } of all)
    expect([successful, failed, blocked]).toEqual([30, 30, 30]);
  expect(all.map(({ day }) => day)).toEqual(all.map(({ day }) => day).toSorted());
  expect(all.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
  const [own] = await days({ companies: [1] }, 7);
  const [other] = await days({ companies: [2] }, 7);
  expect([own?.successful, other?.successful]).toEqual([10, 10]);
  expect(await days({ companies: [3] }, 1)).toMatchObject([{ successful: 0, failed: 0, blocked: 0 }]);
});

it('reads only the requested days, and no attempt', async () => {
  const read = { text: LOGIN_DAYS, values: [7, 'Asia/Kolkata'] };
  const plan = await planOf(database.db, 'all', read, 'ANALYZE, COSTS OFF, TIMING OFF');
  expect(plan).toMatch(/on login_days/);
  expect(plan).not.toMatch(/login_attempts/);
});

it('counts a login on the day of the company of the user, and of the deployment for others', async () => {
  await database.sql(
    `INSERT INTO identity.users (id, email, email_key, first_name, last_name, company_id) VALUES (101, 'u101', 'u101', 'U', 'V', 9)`,
  );
  await database.sql(`INSERT INTO identity.company_zones VALUES (9, 'Asia/Kolkata')`);
  for (const userId of [101, null])
    await database.sql(
      `INSERT INTO identity.login_attempts (user_id, email, ip_address, ip_block, user_agent, device_info, success, blocked, created_at)
       SELECT $1::bigint, '', '', '', '', '{}', true, false, at::timestamptz
       FROM unnest('{2026-01-20T23:59:59+05:30,2026-01-21T00:30:00+05:30,2026-01-21T05:29:00+05:30,2026-01-21T05:31:00+05:30}'::text[]) AS at`,
      [userId],
    );
  const rows = await database.sql<{ company_ids: number[]; day: string; successful: number }>(
    `SELECT company_ids, to_char(day, 'YYYY-MM-DD') AS day, successful::int FROM identity.login_days
     WHERE day BETWEEN '2026-01-20' AND '2026-01-21' AND successful > 0 AND company_ids IN ('{}', '{9}') ORDER BY company_ids, day`,
  );
  expect(rows.filter(({ company_ids }) => company_ids.length === 1)).toMatchObject([
    { day: '2026-01-20', successful: 1 },
    { day: '2026-01-21', successful: 3 },
  ]);
  expect(rows.filter(({ company_ids }) => company_ids.length === 0)).toMatchObject([
    { day: '2026-01-20', successful: 3 },
    { day: '2026-01-21', successful: 1 },
  ]);
});

it('has thirty days of the zone in the timeline of 720 hours, with the figures of these days', async () => {
  const zone = 'Pacific/Kiritimati';
  const { periods, counted } = await database.db.tenant('all', async (tx) => ({
    periods: await loginPeriods(tx, 720, zone),
    counted: await loginDays(tx, 30, zone),
  }));
  expect(periods).toHaveLength(30);
  expect(periods.map(({ from: _from, ...figures }) => figures)).toEqual(counted);
  // Midnight in Kiritimati is 10:00 UTC on the day before.
  for (const { from, day = '' } of periods) expect(from.getTime()).toBe(Date.parse(day) - 14 * 3_600_000);
});
