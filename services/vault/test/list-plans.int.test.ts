import type { Scope } from '@pii-vault/platform/postgres/database';
import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIST_CONSENTS } from '../src/consents/consents-store.ts';
import { LIST_ROW_ERRORS } from '../src/imports/import-error-store.ts';
import { LIST_COMPANY_IMPORTS, LIST_IMPORTS } from '../src/imports/import-store.ts';
import { LIST_ERASURES, LIST_REQUESTED } from '../src/lifecycle/erasures/erasures-store.ts';
import { searchPage } from '../src/people/individuals/search-page.ts';
import { IN_INDEX_ORDER, withinStatement } from '../src/people/individuals/search-store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('vault', new URL('../migrations/', import.meta.url));
  // Company 7 has half of all imports; one of them has many errors.
  await database.sql(
    `INSERT INTO vault.imports (company_id, status, media_type, on_invalid, consent, file_name, file_name_key_version,
       authorised_by, request_id, fingerprint)
     SELECT CASE n % 2 WHEN 0 THEN 7 ELSE 8 + n % 500 END, 'done', 'text/csv', 'reject', '', '', 1, 1, '',
       sha256(n::text::bytea) FROM generate_series(1, 5000) n`,
  );
  await database.sql(
    `INSERT INTO vault.import_errors (company_id, import_id, id, row_number, column_name, reason, message)
     SELECT 7, (SELECT min(id) FROM vault.imports WHERE company_id = 7), n, n, 'phone', 'PHONE_INVALID', ''
     FROM generate_series(1, 20000) n`,
  );
  // People of 500 companies, half of them in company 7, each with a consent and a withdrawal; a third is erased.
  await database.sql(
    `INSERT INTO vault.individuals (company_id, id, master_key)
     SELECT CASE n % 2 WHEN 0 THEN 7 ELSE 8 + n % 500 END, n, gen_random_uuid() FROM generate_series(1, 10000) n`,
  );
  await database.sql(
    `INSERT INTO vault.consents (company_id, individual_id, seq, purpose, given_at)
     SELECT company_id, id, seq, 'kyc', now() FROM vault.individuals, generate_series(1, 2) seq`,
  );
  await database.sql(
    `INSERT INTO vault.erasures (company_id, individual_id, requested_at, shred_at, reason_key_version, reason)
     SELECT company_id, id, now() - id * interval '1 minute', now(), 1, '' FROM vault.individuals WHERE id % 3 = 0`,
  );
  await database.sql('ANALYZE vault.individuals, vault.consents, vault.erasures');
  await database.sql('ANALYZE vault.imports');
  await database.sql('ANALYZE vault.import_errors');
});
afterAll(() => database.drop());

const scopes: Array<[string, Scope]> = [
  ['one company', { companies: [7] }],
  ['three companies', { companies: [7, 8, 400] }],
  ['super_admin', 'all'],
];

/** The rows come in index order, and the policy evaluates its companies once per statement. */
function expectIndexOrdered(plan: string): void {
  expect(plan).not.toMatch(/^\W*(Incremental )?Sort\b(?! Key)/m);
  expect(plan).not.toMatch(/Seq Scan/);
  expect(plan).not.toMatch(/(Filter|Cond): .*app\.companies\(\)/);
}

test.each(scopes)(
  'lists of imports and their errors for %s are read in index order',
  async (_name, scope) => {
    expectIndexOrdered(await planOf(database.db, scope, { text: LIST_IMPORTS, values: [4_000, 51] }));
    expectIndexOrdered(
      await planOf(database.db, scope, { text: LIST_COMPANY_IMPORTS, values: [4_000, 51, 7] }),
    );
    expectIndexOrdered(await planOf(database.db, scope, { text: LIST_ROW_ERRORS, values: [7, 2, 100, 51] }));
  },
);

test.each(scopes)(
  'consents and erasures of a person for %s are found by its id and read in index order',
  async (_name, scope) => {
    for (const companies of [[7], [7, 8, 400]]) {
      const consents = await planOf(database.db, scope, { text: LIST_CONSENTS, values: [companies, 6] });
      // The history of one person is aggregated in the order of its key.
      expect(consents).toMatch(/Index Scan using consents_pkey/);
      const erasures = await planOf(database.db, scope, { text: LIST_ERASURES, values: [companies, 6] });
      expect(erasures).toMatch(/Index Scan using erasures_pkey/);
      for (const plan of [consents, erasures]) expectIndexOrdered(plan);
    }
  },
);

test.each(scopes)('erasures by their request for %s are found by an index', async (_name, scope) => {
  const from = ['infinity', 9_000, 9_000, 51];
  const one = { text: LIST_REQUESTED.one, values: [...from, 7] };
  expectIndexOrdered(await planOf(database.db, scope, one));
  const several = { text: LIST_REQUESTED.several, values: [...from, [7, 8, 400]] };
  const plan = await planOf(database.db, scope, several);
  expect(plan).not.toMatch(/Seq Scan/);
  expect(plan).not.toMatch(/(Filter|Cond): .*app\.companies\(\)/);
});

/** All results of a search in two companies, page by page. */
async function search(text: string, limit: number, keys?: number) {
  const pages: { companyId: number; id: number }[][] = [];
  let cursor: string | undefined;
  do {
    const query = { text, companies: [7, 8], limit, ...(cursor ? { cursor } : {}) };
    const page = await database.db.tenant({ companies: [7, 8] }, (tx) => searchPage(tx, query, keys));
    pages.push(page.individuals.map(({ companyId, id }) => ({ companyId, id })));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

test.each([
  [1, 3],
  [9, 12],
  [15, 18],
  [22, 25],
  [33, 36],
])('a search finds master keys that contain the text from %i to %i, each person once', async (from, to) => {
  const [key] = await database.sql<{ text: string }>(
    `SELECT substr(master_key::text, $1::integer + 1, $2::integer) AS text FROM vault.individuals
     WHERE company_id = 7 ORDER BY id LIMIT 1`,
    [from, to - from],
  );
  const text = key?.text ?? '';
  const wanted = await database.sql<{ company: string; id: string }>(
    `SELECT company_id::text AS company, id::text FROM vault.individuals WHERE company_id IN (7, 8)
       AND (strpos(replace(master_key::text, '-', ''), $1) > 0 OR strpos(id::text, $2) > 0)`,
    [text.replaceAll('-', ''), text],
  );
  const found = (await search(text.toUpperCase(), 20, 700)).flat();
  const keys = (rows: readonly { company: string | number; id: string | number }[]) =>
    rows.map(({ company, id }) => `${company} ${id}`).sort();
  expect(found.length).toBeGreaterThan(0);
  expect(keys(found.map(({ companyId, id }) => ({ company: companyId, id })))).toEqual(keys(wanted));
});

test.each(scopes)(
  'a search within master keys for %s reads their index in its order',
  async (_name, scope) => {
    const values = [[7, 8], [FIRST, FIRST], 'ab12', 40, 51];
    const plan = await database.db.tenant(scope, async (tx) => {
      await tx.query(IN_INDEX_ORDER);
      const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${withinStatement()}`, values);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Only Scan using individuals_master_key/);
    expectIndexOrdered(plan);
  },
);
const FIRST = '00000000-0000-0000-0000-000000000000';

test('a search within master keys compares a bounded number of them per page', async () => {
  const [person] = await database.sql<{ id: number; suffix: string }>(
    `SELECT id, right(master_key::text, 12) AS suffix FROM vault.individuals WHERE company_id = 7
     ORDER BY master_key DESC LIMIT 1`,
  );
  const pages = await search(person?.suffix ?? '', 5, 1_000);
  // Company 7 has 5,000 people: the match is at the end of the fifth page.
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([[], [], [], [], [Number(person?.id)], []]);
});

test('the check of index order detects a sort', async () => {
  const plan = await planOf(database.db, 'all', {
    text: 'SELECT id FROM imports ORDER BY created_at',
    values: [],
  });
  expect(() => expectIndexOrdered(plan)).toThrow();
});
