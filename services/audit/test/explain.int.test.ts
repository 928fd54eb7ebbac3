import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessStatement, dayStatement, weekHourStatement } from '../src/entries/figures/access-store.ts';
import { sumWeeks } from '../src/entries/figures/sum-weeks.ts';
import { pageQuery } from '../src/reading/trail/page-query.ts';
import { alternatives } from '../src/reading/trail/trail-filter.ts';
import { ENTRIES_QUERY } from '../src/reading/trail/trail-store.ts';
import { userActionsStatement } from '../src/reading/user-actions/user-actions-store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('audit', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO audit.audit_trail (company_id, leaf_index, company_seq, producer, epoch, seq, individual_id,
       pii_field_id, action, actor_type, actor_id, details, compliance_flags, ip_address, user_agent,
       "timestamp", leaf, salt, leaf_hash)
     SELECT 1 + i % 7, i, 1 + i / 7, 'vault', 1, i + 1, i % 20, i % 20,
       CASE WHEN i % 200 = 0 THEN 'user_update' ELSE (ARRAY['field_view', 'field_decrypt'])[1 + i % 2] END,
       'user', (i % 20)::text, '{}', '{}', '', '', now(), '\\x00', decode(repeat('00', 16), 'hex'), sha256(i::text::bytea)
     FROM generate_series(0, 39999) AS i`,
  );
  await database.sql(
    `INSERT INTO audit.company_heads SELECT company_id, count(*), now() FROM audit.audit_trail GROUP BY 1`,
  );
  await database.sql(
    `INSERT INTO audit.access_days SELECT 1 + n % 7, k, current_date - n / 70, n::text, 1
     FROM generate_series(1, 20000) AS n, unnest('{action,hour,actor,reveal}'::text[]) AS k`,
  );
  await database.sql(
    'INSERT INTO audit.trail_people SELECT 1 + i % 7, i % 500, i FROM generate_series(0, 39999) AS i',
  );
  await sumWeeks(database)(new AbortController().signal);
  await database.sql(
    'ANALYZE audit.audit_trail, audit.trail_people, audit.company_heads, audit.access_days, audit.access_weeks, audit.access_weeks_summed',
  );
});
afterAll(() => database?.drop());

const FILTERS = [
  { action: undefined, search: undefined },
  { action: 'field_view', search: undefined },
  { action: undefined, search: '17' },
  { action: 'field_decrypt', search: 'IND_17' },
  { action: undefined, search: 'field' },
];

describe.each([
  ['one company', { companies: [3] }],
  ['several companies', { companies: [1, 2, 5] }],
  ['the whole trail', 'all'],
] as const)('%s', (_what, scope) => {
  it('reads a time range from an index in order', async () => {
    const range = { from: new Date(0), until: new Date(), floor: 20_000 };
    const plan = await planOf(database.db, scope, pageQuery(scope, [], 30_000, 50, range), 'COSTS OFF');
    expect(plan).not.toMatch(/\bSort\b|Seq Scan on audit_trail|Bitmap/);
    expect(plan).toMatch(/Index (Only )?Scan( Backward)? using audit_trail/);
  });

  it.each(FILTERS)('reads %j from an index in order', async (filter) => {
    for (const conditions of alternatives(filter)) {
      const plan = await planOf(database.db, scope, pageQuery(scope, conditions, 30_000, 50), 'COSTS OFF');
      expect(plan).not.toMatch(/\bSort\b|Seq Scan on (audit_trail|trail_people)|Bitmap/);
      expect(plan).toMatch(/Index (Only )?Scan( Backward)? using audit_trail/);
      expectPolicyOnce(plan);
    }
  });

  it('reads a page of entries by their leaf indexes', async () => {
    const plan = await planOf(
      database.db,
      scope,
      { text: ENTRIES_QUERY, values: [[5, 70, 800]] },
      'COSTS OFF',
    );
    expect(plan).toMatch(/audit_trail_leaf_index/);
    expect(plan).not.toMatch(/\bSort\b|Seq Scan/);
    expectPolicyOnce(plan);
  });

  it.each([
    { userId: undefined, action: undefined },
    { userId: 0, action: undefined },
    { userId: undefined, action: 'user_update' },
  ])('reads user actions from their own index: %j', async (filter) => {
    const plan = await planOf(
      database.db,
      scope,
      userActionsStatement(scope, filter, 30_000, 50),
      'COSTS OFF',
    );
    expect(plan).not.toMatch(/\bSort\b|Seq Scan on audit_trail|Bitmap/);
    expect(plan).toMatch(/Index Scan Backward using audit_user_actions_/);
    expectPolicyOnce(plan);
  });

  it.each([accessStatement(scope), dayStatement(scope), weekHourStatement(scope)])(
    'counts accesses from weeks, and from days at both ends: %#',
    async (text) => {
      const values = scope === 'all' ? [90, 'Asia/Kolkata'] : [90, 'Asia/Kolkata', scope.companies];
      const plan = await planOf(database.db, scope, { text, values }, 'COSTS OFF');
      expect(plan).toMatch(/(using|on) access_weeks_pkey[\s\S]*(using|on) access_days_pkey/);
      expect(plan).toMatch(/Index Cond: .*day >= t\.first\) AND \(day <= t\.last\)/);
      expect(plan).not.toMatch(/audit_trail|Seq Scan on access_(days|weeks )/);
      expectPolicyOnce(plan);
    },
  );
});

/** The policy's list of companies is read once per statement (InitPlan), not once per row. */
function expectPolicyOnce(plan: string): void {
  expect(plan).not.toContain('app.companies()');
  expect(plan).not.toContain('current_setting(');
}
