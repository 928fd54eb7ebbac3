import type { Scope } from '@pii-vault/platform/postgres/database';
import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { latestChecksQuery } from '../src/checks/check-store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('compliance', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO compliance.compliance_checks (company_id, rule_id, regulation_type, check_type, law_version, status,
       details, evidence, recommendations, created_at, next_check_due)
     SELECT 1 + i % 5, 'rule-' || i % 3, 'dpdp', 'c', 'l', 'unknown', '', '[]', '[]', now(), now()
     FROM generate_series(1, 20000) AS i`,
  );
  await database.sql(
    'INSERT INTO compliance.company_runs SELECT i, now(), true FROM generate_series(1, 5) AS i',
  );
  await database.sql('ANALYZE compliance.compliance_checks, compliance.company_runs');
});
afterAll(() => database?.drop());

it.each([
  ['one company', { companies: [3] }],
  ['several companies', { companies: [1, 2, 5] }],
  ['all', 'all'],
] as const)('%s: the latest check per rule comes from the index', async (_what, scope: Scope) => {
  const rules = ['rule-0', 'rule-1'];
  const values = scope === 'all' ? [rules] : [rules, scope.companies];
  const plan = await planOf(database.db, scope, { text: latestChecksQuery(scope), values }, 'COSTS OFF');
  expect(plan).toMatch(/Index Scan using compliance_checks_latest/);
  expect(plan).not.toMatch(/\bSort\b|Seq Scan on compliance_checks|app\.companies\(\)|current_setting\(/);
});
