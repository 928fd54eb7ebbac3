import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filteredPage } from '../src/people/individuals/filtered-page.ts';
import { matchingStatement, SOURCES } from '../src/people/individuals/filtered-store.ts';
import type { PeopleFilter } from '../src/people/individuals/people-filter.ts';

const PEOPLE = 20_000;
const scope = { companies: [7, 8] };

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('vault', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO vault.individuals (company_id, id, master_key)
     SELECT CASE n % 4 WHEN 0 THEN 8 ELSE 7 END, n, gen_random_uuid() FROM generate_series(1, $1::integer) n`,
    [PEOPLE],
  );
  // Everybody for kyc, every third person also for ads; few withdrew, and few came through a guardian.
  await database.sql(
    `INSERT INTO vault.consents (company_id, individual_id, seq, purpose, also_for, given_at, notice_version, channel)
     SELECT company_id, id, 1, 'kyc', CASE id % 3 WHEN 0 THEN '{ads}'::text[] ELSE '{}' END, now(),
       CASE id % 1000 WHEN 1 THEN 'v2' ELSE 'v1' END, CASE id % 500 WHEN 2 THEN 'guardian' ELSE 'web' END
     FROM vault.individuals`,
  );
  await database.sql(
    `INSERT INTO vault.consents (company_id, individual_id, seq, is_withdrawal, purpose, given_at)
     SELECT company_id, id, 2, true, 'ads', now() FROM vault.individuals WHERE id % 600 = 3`,
  );
  await database.sql('ANALYZE vault.individuals, vault.consents');
});
afterAll(() => database.drop());

test.each([
  ['everybody', [], 'individuals_pkey'],
  ['purpose', ['kyc'], 'consents_by_purpose'],
  ['withdrawn', ['ads'], 'consents_withdrawals'],
  ['notice', ['v2'], 'consents_by_notice'],
  ['channel', ['guardian'], 'consents_by_channel'],
  ['alsoFor', ['ads', 20_000], 'consents_also_for'],
  ['shared', [[8]], 'individuals_pkey'],
] as const)('candidates by %s are read in the order of an index', async (name, values, index) => {
  const plan = await planOf(database.db, scope, { text: SOURCES[name], values: [7, 100, 2_000, ...values] });
  expect(plan).toMatch(new RegExp(`using ${index}`));
  expect(plan).not.toMatch(/Seq Scan|hashed SubPlan|^\W*(Incremental )?Sort\b(?! Key)/m);
  expect(plan).not.toMatch(/(Filter|Cond): .*app\.companies\(\)/);
});

const noFilter: PeopleFilter = { individualIds: [] };

test('candidates are judged by look-ups of keys', async () => {
  const filter = { ...noFilter, consentPurpose: 'ads', consentState: 'expired', channel: 'web' } as const;
  const plan = await planOf(database.db, scope, matchingStatement(7, [1, 2, 3], filter));
  expect(plan).toMatch(/using individuals_pkey/);
  expect(plan).toMatch(/using consents_pkey/);
  expect(plan).not.toMatch(/Seq Scan|Hash/);
});

/** All pages: the ids of each. */
async function walk(
  filter: PeopleFilter,
  limit: number,
  mostJudged: number,
  others = [8],
): Promise<number[][]> {
  const pages: number[][] = [];
  let afterId: number | undefined = 0;
  while (afterId !== undefined) {
    const after = { value: afterId, companyId: 7, id: afterId };
    const query = { filter, companyId: 7, others, limit, after };
    const page: Awaited<ReturnType<typeof filteredPage>> = await database.db.tenant(
      { companies: [7, 8] },
      (tx) => filteredPage(tx, query, mostJudged),
    );
    pages.push(page.individuals.map(({ id }) => id));
    afterId = page.nextAfterId;
  }
  return pages;
}

test.each([
  ['purpose in also_for', { consentPurpose: 'ads' }, `id % 3 = 0 OR id % 600 = 3`],
  ['withdrawal', { consentPurpose: 'ads', consentState: 'withdrawn' }, 'id % 600 = 3'],
  ['no consent', { consentPurpose: 'ads', consentState: 'none' }, 'id % 3 <> 0 AND id % 600 <> 3'],
  ['notice', { noticeVersion: 'v2' }, 'id % 1000 = 1'],
] as const)('pages by %s have each match once, in order', async (_, filter, where) => {
  const wanted = await database.sql<{ id: string }>(
    `SELECT id::text FROM vault.individuals WHERE company_id = 7 AND (${where}) ORDER BY individuals.id`,
  );
  const found = (await walk({ ...noFilter, ...filter }, 200, 700)).flat();
  expect(found).toEqual(wanted.map(({ id }) => Number(id)));
  expect(found.length).toBeGreaterThan(0);
});

test('a page judges a bounded number of people', async () => {
  const [, , ...others] = await walk({ ...noFilter, consentPurpose: 'kyc', channel: 'branch' }, 50, 5_000);
  expect(others).toEqual([]);
  const pages = await walk({ ...noFilter, consentPurpose: 'kyc', consentState: 'none' }, 50, 5_000);
  expect(pages).toEqual([[], [], [], []]);
});

test('a person is found by a consent after the entries of one step', async () => {
  await database.sql(
    `INSERT INTO vault.individuals (company_id, id, master_key) VALUES (7, 30001, gen_random_uuid())`,
  );
  await database.sql(
    `INSERT INTO vault.consents (company_id, individual_id, seq, purpose, also_for, given_at)
     SELECT 7, 30001, n, 'kyc', CASE n WHEN 20001 THEN '{late}'::text[] ELSE '{early}' END, now()
     FROM generate_series(1, 20001) n`,
  );
  const pages = await walk({ ...noFilter, consentPurpose: 'late' }, 50, 2_000);
  expect(pages.flat()).toEqual([30001]);
});

test('a page looks up a bounded number of people in many other companies', async () => {
  const others = Array.from({ length: 30_000 }, (_, n) => n + 1_000);
  const chosen = { individualIds: [1, 2, 3, 5, 6, 7, 9], linked: { individualIds: [2, 7] } };
  expect(await walk({ ...noFilter, ...chosen }, 50, 2_000, others)).toEqual([[2], [7], []]);
});
