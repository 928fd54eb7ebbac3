import type { Scope } from '@pii-vault/platform/db/database';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIST_COMPANIES } from '../src/companies/company-store.ts';
import { LIST_AGREEMENTS, LIST_COMPANY_AGREEMENTS } from '../src/link-agreements/link-agreement-store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('tenancy', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO tenancy.companies (name, code) SELECT 'C' || n, 'C' || n FROM generate_series(1, 5000) n`,
  );
  // Half of all agreements are company 7's, on either side: the list that would hurt if it were sorted.
  await database.sql(
    `INSERT INTO tenancy.link_agreements (company_id, other_company_id, purpose, include_aadhaar, starts_at, requested_by)
     SELECT CASE n % 4 WHEN 0 THEN 7 ELSE 10 + n % 4900 END, CASE n % 4 WHEN 1 THEN 7 ELSE 11 + n % 4900 END,
       'p' || n, false, now(), 1 FROM generate_series(1, 20000) n`,
  );
  await database.sql(`ANALYZE tenancy.companies`);
  await database.sql(`ANALYZE tenancy.link_agreements`);
});
afterAll(async () => database?.drop());

async function planOf(scope: Scope, text: string, values: readonly unknown[]): Promise<string> {
  return database.db.tenant(scope, async (tx) => {
    const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (VERBOSE) ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

const scopes: [string, Scope][] = [
  ['one company', { companies: [7] }],
  ['three companies', { companies: [7, 8, 4000] }],
  ['super_admin', 'all'],
];

/** Ordered by an index, and the policy's companies worked out once per statement. */
function expectIndexOrdered(plan: string): void {
  expect(plan).not.toMatch(/^\W*(Incremental )?Sort\b(?! Key)/m);
  expect(plan).not.toMatch(/(Filter|Cond): .*app\.companies\(\)/);
}

describe('list queries under row-level security', () => {
  it.each(scopes)('companies of %s', async (_name, scope) => {
    expectIndexOrdered(await planOf(scope, LIST_COMPANIES, []));
  });

  it.each(scopes)('agreements of %s', async (_name, scope) => {
    expectIndexOrdered(await planOf(scope, LIST_AGREEMENTS, [0, 51]));
    expectIndexOrdered(await planOf(scope, LIST_COMPANY_AGREEMENTS, [100, 51, 7]));
  });

  it('would notice a sort', async () => {
    const plan = await planOf('all', `SELECT id FROM companies ORDER BY name`, []);
    expect(() => expectIndexOrdered(plan)).toThrow();
  });
});
