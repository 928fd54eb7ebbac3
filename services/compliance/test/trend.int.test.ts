import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RULE_DAYS, readRegulationTrend } from '../src/checks/trend/regulation-trend.ts';
import { readTrend, trendStatement } from '../src/checks/trend/trend-store.ts';

let database: TestDatabase;

/** A check `days` ago. */
const check = (
  companyId: number,
  rule: string,
  days: number,
  score: number | null,
  readiness: number | null,
) =>
  database.sql(
    `INSERT INTO compliance.compliance_checks (company_id, rule_id, regulation_type, check_type, law_version, status, score,
       readiness, details, evidence, recommendations, created_at, next_check_due)
     VALUES ($1, $2, 'dpdp', 'x', '1', $3, $4, $5, '', '[]', '[]', now() - $6::int * interval '1 day', now())`,
    [companyId, rule, statusOf(score), score, readiness, days],
  );

function statusOf(score: number | null): string {
  if (score === null) return 'not_in_force';
  if (score >= 90) return 'compliant';
  return score >= 70 ? 'warning' : 'violation';
}

beforeAll(async () => {
  database = await testDatabase('compliance', new URL('../migrations/', import.meta.url));
  await check(1, 'A', 2, 40, null);
  // The newest check of a day counts.
  await check(1, 'A', 2, 100, null);
  await check(1, 'B', 2, 71, null);
  await check(1, 'C', 2, null, 60);
  await check(2, 'A', 2, 50, null);
  await check(2, 'A', 0, 90, null);
  await check(2, 'A', 40, 10, null);
  await database.sql(
    'INSERT INTO compliance.company_runs (company_id, last_run_at, is_complete) SELECT DISTINCT company_id, now(), true FROM compliance.compliance_checks',
  );
});
afterAll(async () => database?.drop());

const trend = (scope: 'all' | { companies: number[] }, days: number) =>
  database.db.tenant(scope, (tx) => readTrend(tx, scope, days, 'Asia/Kolkata'));
const figures = async (scope: 'all' | { companies: number[] }, days = 4) =>
  (await trend(scope, days)).map(({ score, readiness, violations }) => [score, readiness, violations]);

it('a day is the mean over rules and companies, or null without a check', async () => {
  const nothing = [null, null, 0];
  expect(await figures({ companies: [1] })).toEqual([nothing, [86, 60, 0], nothing, nothing]);
  expect(await figures({ companies: [2] })).toEqual([nothing, [50, null, 1], nothing, [90, null, 0]]);
  expect(await figures('all')).toEqual([nothing, [68, 60, 1], nothing, [90, null, 0]]);
  expect(await figures({ companies: [3] }, 1)).toEqual([nothing]);
  expect((await figures('all', 90))[49]).toEqual([10, null, 1]);
});

it('reads one row per company and day, but no rules or checks', async () => {
  await database.sql(
    `INSERT INTO compliance.compliance_trend (company_id, day, score, violations)
     SELECT 100 + n % 100, current_date - n % 365, 90, 0 FROM generate_series(1, 30000) AS n ON CONFLICT DO NOTHING`,
  );
  await database.sql('ANALYZE compliance.compliance_trend');
  const scope = { companies: [1, 2] };
  const statement = { text: trendStatement(scope), values: [30, 'Asia/Kolkata', scope.companies] };
  const plan = await planOf(database.db, scope, statement);
  expect(plan).toMatch(/using compliance_trend_pkey/);
  expect(plan).toMatch(/Index Cond: .*company_id = c\.company_id.*day >/);
  expect(plan).not.toMatch(/compliance_checks|compliance_days|SubPlan|Seq Scan on compliance/);
});

it('reads the days of one company by regulation only from its rows', async () => {
  await check(1, 'GDPR-32', 1, 60, null);
  await check(2, 'GDPR-32', 1, 90, null);
  const [gdpr, ...others] = await database.db.tenant({ companies: [1] }, (tx) =>
    readRegulationTrend(tx, 1, 3, 'Asia/Kolkata'),
  );
  expect(others).toEqual([]);
  expect(gdpr?.days.map(({ score, violations }) => [score, violations])).toEqual([
    [null, 0],
    [60, 1],
    [null, 0],
  ]);
  expect(
    await database.db.tenant({ companies: [2] }, (tx) => readRegulationTrend(tx, 1, 3, 'Asia/Kolkata')),
  ).toEqual([]);
});

it('reads the requested days by key', async () => {
  await database.sql(
    `INSERT INTO compliance.compliance_days (company_id, day, rule_id, status)
     SELECT 100 + n % 100, current_date - n % 365, 'R' || n % 34, 'unknown' FROM generate_series(1, 60000) AS n ON CONFLICT DO NOTHING`,
  );
  await database.sql('ANALYZE compliance.compliance_days');
  const scope = { companies: [101] };
  const plan = await planOf(database.db, scope, { text: RULE_DAYS, values: [101, 30, 'Asia/Kolkata'] });
  expect(plan).toMatch(/compliance_days_pkey/);
  expect(plan).not.toMatch(/compliance_checks|Seq Scan on compliance/);
});

it('a check counts on the day of its company: at midnight in India, not at 05:30', async () => {
  await database.sql(`INSERT INTO compliance.company_zones VALUES (8, 'Europe/Berlin')`);
  const at = async (companyId: number, rule: string, iso: string) =>
    database.sql(
      `INSERT INTO compliance.compliance_checks (company_id, rule_id, regulation_type, check_type, law_version, status, score, readiness,
         details, recommendations, evidence, created_at, next_check_due)
       VALUES ($1, $2, 'dpdp', 'x', '1', 'compliant', 100, NULL, '', '[]', '[]', $3::timestamptz, now())`,
      [companyId, rule, iso],
    );
  await at(7, 'BEFORE', '2026-01-20T23:59:59+05:30');
  await at(7, 'AFTER', '2026-01-21T00:30:00+05:30');
  await at(7, 'MORNING', '2026-01-21T05:31:00+05:30');
  await at(8, 'BEFORE', '2026-03-28T23:59:59+01:00');
  await at(8, 'AFTER', '2026-03-29T23:59:59+02:00');
  const rows = await database.sql<{ day: string; rule: string }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, rule_id AS rule FROM compliance.compliance_days
     WHERE company_id IN (7, 8) ORDER BY company_id, day, rule_id`,
  );
  expect(rows.map(({ day, rule }) => [day, rule])).toEqual([
    ['2026-01-20', 'BEFORE'],
    ['2026-01-21', 'AFTER'],
    ['2026-01-21', 'MORNING'],
    ['2026-03-28', 'BEFORE'],
    ['2026-03-29', 'AFTER'],
  ]);
  const days = await database.sql<{ n: number }>(
    'SELECT count(*)::int AS n FROM compliance.compliance_trend WHERE company_id IN (7, 8)',
  );
  expect(days).toEqual([{ n: 4 }]);
});
