import type { Scope } from '@pii-vault/platform/postgres/database';
import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIST_COMPANIES } from '../src/companies/company-store.ts';
import {
  LIST_AGREEMENTS,
  LIST_COMPANY_AGREEMENTS,
} from '../src/companies/link-agreements/link-agreement-store.ts';
import { LIST_DELIVERIES, LIST_DELIVERIES_BY_STATUS } from '../src/webhooks/deliveries/delivery-store.ts';
import { LIST_COMPANY_WEBHOOKS, LIST_WEBHOOKS } from '../src/webhooks/webhook-store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('tenancy', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO tenancy.companies (name, code) SELECT 'C' || n, 'C' || n FROM generate_series(1, 5000) n`,
  );
  // Company 7 has half of all agreements, on either side: sorting its list would be the most expensive.
  await database.sql(
    `INSERT INTO tenancy.link_agreements (company_id, other_company_id, purpose, include_aadhaar, starts_at, requested_by)
     SELECT CASE n % 4 WHEN 0 THEN 7 ELSE 10 + n % 4900 END, CASE n % 4 WHEN 1 THEN 7 ELSE 11 + n % 4900 END,
       'p' || n, false, now(), 1 FROM generate_series(1, 20000) n`,
  );
  await database.sql(
    `INSERT INTO tenancy.webhooks (company_id, url, events, secret_id, secret, secret_key_version, created_by)
     SELECT CASE n % 4 WHEN 0 THEN 7 ELSE 10 + n % 4900 END, 'https://partner.example/', '{link_detected}',
       uuidv7(), '', 1, 1 FROM generate_series(1, 4000) n`,
  );
  // The first webhook of company 7 has half of all messages, most of them delivered.
  await database.sql(
    `INSERT INTO tenancy.deliveries (company_id, webhook_id, event, items, body, status)
     SELECT w.company_id, w.id, 'link_detected', 1, '', CASE n % 50 WHEN 0 THEN 'dead' ELSE 'delivered' END
     FROM generate_series(1, 20000) n JOIN tenancy.webhooks w ON w.id = CASE n % 2 WHEN 0 THEN 4 ELSE n % 3999 + 1 END`,
  );
  await database.sql(`ANALYZE tenancy.webhooks, tenancy.deliveries`);
  await database.sql(`ANALYZE tenancy.companies`);
  await database.sql(`ANALYZE tenancy.link_agreements`);
});
afterAll(async () => database?.drop());

const scopes: [string, Scope][] = [
  ['one company', { companies: [7] }],
  ['three companies', { companies: [7, 8, 4000] }],
  ['super_admin', 'all'],
];

/** The rows come in index order, and the policy evaluates its companies once per statement. */
function expectIndexOrdered(plan: string): void {
  expect(plan).not.toMatch(/^\W*(Incremental )?Sort\b(?! Key)/m);
  expect(plan).not.toMatch(/Seq Scan/);
  expect(plan).not.toMatch(/(Filter|Cond): .*app\.companies\(\)/);
}

describe('list queries under row-level security', () => {
  it.each(scopes)('companies of %s', async (_name, scope) => {
    expectIndexOrdered(await planOf(database.db, scope, { text: LIST_COMPANIES, values: [] }));
  });

  it.each(scopes)('agreements of %s', async (_name, scope) => {
    expectIndexOrdered(await planOf(database.db, scope, { text: LIST_AGREEMENTS, values: [0, 51] }));
    expectIndexOrdered(
      await planOf(database.db, scope, { text: LIST_COMPANY_AGREEMENTS, values: [100, 51, 7] }),
    );
  });

  it.each(scopes)('webhooks of %s, and their deliveries', async (_name, scope) => {
    expectIndexOrdered(await planOf(database.db, scope, { text: LIST_WEBHOOKS, values: [0, 0, 51] }));
    expectIndexOrdered(
      await planOf(database.db, scope, { text: LIST_COMPANY_WEBHOOKS, values: [0, 0, 51, 7] }),
    );
    expectIndexOrdered(
      await planOf(database.db, scope, { text: LIST_DELIVERIES, values: [7, 4, 15_000, 51] }),
    );
    expectIndexOrdered(
      await planOf(database.db, scope, {
        text: LIST_DELIVERIES_BY_STATUS,
        values: [7, 4, 15_000, 51, 'dead'],
      }),
    );
  });

  it.each([
    ['a sort', 'SELECT id FROM companies ORDER BY name'],
    ['a whole table', 'SELECT name FROM companies'],
  ])('the check of index order detects %s', async (_what, text) => {
    const plan = await planOf(database.db, 'all', { text, values: [] });
    expect(() => expectIndexOrdered(plan)).toThrow();
  });
});
