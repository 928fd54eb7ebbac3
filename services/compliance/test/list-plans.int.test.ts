import type { Scope } from '@pii-vault/platform/postgres/database';
import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HISTORY_QUERIES } from '../src/checks/checks-rpc.ts';
import { LIST_ACCESS_REVIEWS, LIST_LINES } from '../src/registers/access-reviews/access-review-store.ts';
import { LIST_GRIEVANCES } from '../src/registers/grievances/grievance-store.ts';
import { LIST_INCIDENTS } from '../src/registers/incidents/incident-store.ts';
import { LIST_PURPOSES } from '../src/registers/purposes/purpose-store.ts';
import { LIST_RECIPIENTS } from '../src/registers/recipients/recipient-store.ts';
import { LIST_REPORTS } from '../src/reports/report-store.ts';

let database: TestDatabase;

const sealed = "gen_random_uuid(), '\\x00', 1";
const filled: Record<string, string> = {
  purposes: `(company_id, purpose, notices, text_id, texts, text_key_version)
    SELECT 1 + i % 5, 'p' || i, '[]', ${sealed}`,
  grievances: `(company_id, category, received_at, period_days, text_id, texts, text_key_version)
    SELECT 1 + i % 5, 'access', now(), 30, ${sealed}`,
  incidents: `(company_id, aware_at, filled, text_id, texts, text_key_version)
    SELECT 1 + i % 5, now(), '{}', ${sealed}`,
  compliance_checks: `(company_id, rule_id, regulation_type, check_type, law_version, status, details, evidence,
      recommendations, created_at, next_check_due)
    SELECT 1 + i % 5, 'rule-' || i % 3, 'dpdp', 'c', 'l', 'unknown', '', '[]', '[]', now(), now()`,
  access_reviews: `(company_id, reviewed_by) SELECT 1 + i % 5, 1`,
  // Of review 3, which is of company 4.
  access_review_lines: `(company_id, review_id, kind, user_id, role, via, status, has_second_factor, may_erase, created_at,
      is_dormant)
    SELECT 4, 3, 'account', i, 'admin', 'primary_company', 'active', true, false, now(), false`,
  reports: `(company_id, regulation_type, format, created_by, text_id)
    SELECT 1 + i % 5, 'dpdp', 'pdf', 1, gen_random_uuid()`,
  recipients: `(company_id, code, kind, purposes, field_types, shared_from, text_id, texts, text_key_version)
    SELECT 1 + i % 5, 'r' || i, 'processor', '{kyc}', '{}', now(), ${sealed}`,
};

beforeAll(async () => {
  database = await testDatabase('compliance', new URL('../migrations/', import.meta.url));
  for (const [table, columns] of Object.entries(filled)) {
    await database.sql(`INSERT INTO compliance.${table} ${columns} FROM generate_series(1, 20000) AS i`);
    await database.sql(`ANALYZE compliance.${table}`);
  }
});
afterAll(() => database?.drop());

/** The rows come in index order, and the policy evaluates its companies once per statement. */
function expectIndexOrdered(plan: string): void {
  expect(plan).toMatch(/Index Scan (Backward )?using/);
  expect(plan).not.toMatch(/^\W*(Incremental )?Sort\b(?! Key)|Seq Scan/m);
  expect(plan).not.toMatch(/(Filter|Cond): .*app\.companies\(\)/);
}

const scopes: [string, Scope][] = [
  ['one company', { companies: [3] }],
  ['three companies', { companies: [1, 2, 5] }],
  ['super_admin', 'all'],
];
const lists = [
  ['purposes', LIST_PURPOSES],
  ['grievances', LIST_GRIEVANCES],
  ['incidents', LIST_INCIDENTS],
  ['recipients', LIST_RECIPIENTS],
  ['reports', LIST_REPORTS],
  ['access reviews', LIST_ACCESS_REVIEWS],
] as const;

describe.each(lists)('the list of %s under row-level security', (_name, { one, all }) => {
  it.each(scopes)('for %s', async (_who, scope) => {
    expectIndexOrdered(await planOf(database.db, scope, { text: all, values: [10_000, 51] }));
    expectIndexOrdered(await planOf(database.db, scope, { text: one, values: [10_000, 51, 3] }));
  });
});

describe.each([
  ['purposes', LIST_PURPOSES, ['p7', 'p9'], /Index Scan using purposes_company_id_purpose_key/],
  ['recipients', LIST_RECIPIENTS, ['kyc'], /Index Scan (Backward )?using/],
] as const)('the %s of some purposes', (_name, { forPurposes = '' }, purposes, index) => {
  it.each(scopes)('for %s', async (_who, scope) => {
    const plan = await planOf(database.db, scope, { text: forPurposes, values: [30_000, 51, 3, purposes] });
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Seq Scan/);
  });
});

it.each<[string, Scope]>([
  ['its company', { companies: [4] }],
  ['super_admin', 'all'],
])('the lines of a review for %s', async (_who, scope) => {
  for (const text of Object.values(LIST_LINES))
    expectIndexOrdered(await planOf(database.db, scope, { text, values: [4, 3, 10_000, 51] }));
});

it.each(scopes)('the history for %s', async (_who, scope) => {
  const { all, company, rule, companyRule } = HISTORY_QUERIES;
  expectIndexOrdered(await planOf(database.db, scope, { text: all, values: [10_000, 51] }));
  expectIndexOrdered(await planOf(database.db, scope, { text: company, values: [10_000, 51, 3] }));
  expectIndexOrdered(await planOf(database.db, scope, { text: rule, values: [10_000, 51, 'rule-1'] }));
  expectIndexOrdered(
    await planOf(database.db, scope, { text: companyRule, values: [10_000, 51, 3, 'rule-1'] }),
  );
});

it('the check of index order detects a sort', async () => {
  const plan = await planOf(database.db, 'all', {
    text: 'SELECT id FROM recipients ORDER BY code DESC LIMIT 5',
    values: [],
  });
  expect(() => expectIndexOrdered(plan)).toThrow();
});
