import { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAlarms } from '../src/limits/budgets/alarms-store.ts';
import { RevealBudgets } from '../src/limits/budgets/reveal-budgets.ts';
import { readLoosenings } from '../src/limits/policies/changes-store.ts';
import { userCtx } from './contexts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('vault', new URL('../migrations/', import.meta.url));
});
afterAll(() => database?.drop());

const companies = (of: readonly { companyId: number }[]) =>
  Object.fromEntries([...Map.groupBy(of, ({ companyId }) => companyId)].map(([id, all]) => [id, all.length]));

it('many alarms of one company and kind hide no other alarm', async () => {
  await database.sql(
    `INSERT INTO vault.budget_counts (company_id, day, user_id, channel, kind, refused, first_refused_at, last_refused_at)
     SELECT 1, current_date, n, 1, 1, 1, now(), now() FROM generate_series(1, 80) n
     UNION ALL SELECT 1, current_date, 1, 1, 2, 1, now() - interval '1 hour', now() - interval '1 hour'
     UNION ALL SELECT 2, current_date, 1, 1, 1, 1, now() - interval '1 hour', now() - interval '1 hour'`,
  );
  const alarms = await database.db.tenant({ companies: [1, 2] }, (tx) => readAlarms(tx, 24));
  expect(companies(alarms)).toEqual({ 1: 51, 2: 1 });
  expect(alarms.filter(({ kind }) => kind === 2)).toHaveLength(1);
  const [first, last] = [alarms[0], alarms.at(-1)];
  expect(first?.lastAt.getTime()).toBeGreaterThan(last?.lastAt.getTime() ?? Number.POSITIVE_INFINITY);
});

it('many loosenings of one company hide none of another', async () => {
  await database.sql(
    `INSERT INTO vault.reveal_policy_changes (company_id, wanted, status, requested_by, barred, is_alone, requested_at, due_at)
     SELECT 1, '{}'::jsonb, 'replaced', 5, '{5}'::bigint[], true, now(), now() FROM generate_series(1, 80)
     UNION ALL SELECT 2, '{}'::jsonb, 'pending', 5, '{5}'::bigint[], true, now() - interval '1 hour', now()`,
  );
  const found = await database.db.tenant({ companies: [1, 2] }, (tx) => readLoosenings(tx, 24));
  expect(companies(found)).toEqual({ 1: 50, 2: 1 });
});

it('a tighter limit applies within ten seconds to a reservation in constant use', async () => {
  let now = Date.now();
  const budgets = new RevealBudgets(
    database.db,
    new CompanyZones(),
    async () => undefined,
    () => now,
  );
  const reveal = async () =>
    budgets.take(userCtx([3]), { companyId: 3, purpose: 'kyc', people: 1, isBulk: false });
  await reveal();
  await database.sql(
    `INSERT INTO vault.reveal_policies (company_id, people_per_user, people_per_client, by_purpose, searches_per_user,
       searches_per_client, conflicts, approval_hours, updated_by) VALUES (3, 0, 0, '{}', 1, 1, 1, 1, 1)`,
  );
  for (let second = 0; second < 9; second += 1) {
    now += 1_000;
    await budgets.flush();
    await reveal();
  }
  now += 1_000;
  await budgets.flush();
  await expect(reveal()).rejects.toMatchObject({ reason: 'REVEAL_BUDGET_SPENT' });
});
