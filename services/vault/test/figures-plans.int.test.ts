import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSums, readPeopleSums, SUMS_QUERY } from '../src/people/individuals/people-sums.ts';
import { foldPeople } from '../src/reporting/figures/fold-people.ts';
import { GROWTH_QUERY, readGrowth } from '../src/reporting/figures/people-growth.ts';
import { LAST_WRITES_QUERY } from '../src/reporting/stats/company-stats.ts';

let database: TestDatabase;
const COMPANIES = [1, 2, 3];
const SCOPE = { companies: COMPANIES };
const MEASURED = 'ANALYZE, COSTS OFF, TIMING OFF, BUFFERS OFF';

beforeAll(async () => {
  database = await testDatabase('vault', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO vault.individuals (company_id, id, master_key, quality, completeness, type_mask)
     SELECT 1 + i % 3, i, gen_random_uuid(), i % 101, i % 100, 2 * (i % 1024) FROM generate_series(1, 30000) AS i`,
  );
  await database.sql('ANALYZE vault.individuals');
});
afterAll(() => database?.drop());

const fold = () => foldPeople(database.db)(new AbortController().signal);
const sums = () =>
  database.db.tenant('all', async (tx) => addSums((await readPeopleSums(tx, COMPANIES)).values()));
const unfolded = () => database.sql('SELECT FROM vault.people_changes');

describe('folding changes into roll-ups', () => {
  it('keeps every sum and moves all changes', async () => {
    const before = await sums();
    expect(before.individuals).toBe(30_000);
    expect(await unfolded()).toHaveLength(3);
    await fold();
    expect([await sums(), await unfolded()]).toEqual([before, []]);
  });

  it('leaves no trace of changes that cancel each other', async () => {
    const before = await sums();
    await database.sql('UPDATE vault.individuals SET quality = 100 WHERE company_id = 2 AND id < 3000');
    expect((await sums()).byQuality).not.toEqual(before.byQuality);
    await fold();
    await database.sql('UPDATE vault.individuals SET quality = id % 101 WHERE company_id = 2 AND id < 3000');
    await fold();
    expect(await sums()).toEqual(before);
  });

  it('runs several times in parallel with writers without losing or doubling a change', async () => {
    const before = await sums();
    const writers = Array.from({ length: 20 }, (_, n) =>
      database.db.tenant({ companies: [3] }, (tx) =>
        tx.query(
          'INSERT INTO individuals (company_id, id, master_key, quality) VALUES (3, $1::bigint, gen_random_uuid(), 95)',
          [100_000 + n],
        ),
      ),
    );
    await Promise.all([...writers, fold(), fold(), fold()]);
    expect((await sums()).individuals).toBe(before.individuals + 20);
    await fold();
    expect([(await sums()).individuals, await unfolded()]).toEqual([before.individuals + 20, []]);
  });

  it('adds no row for a change that affects no sum', async () => {
    await database.sql(
      'UPDATE vault.individuals SET record_version = record_version + 1 WHERE company_id = 1',
    );
    expect(await unfolded()).toEqual([]);
  });
});

describe('a figure reads roll-ups, never the table of people', () => {
  it.each([
    ['sums', SUMS_QUERY, [COMPANIES]],
    ['growth', GROWTH_QUERY, [COMPANIES, 90, 'Asia/Kolkata']],
  ])('%s', async (_what, text, values) => {
    const plan = await planOf(database.db, SCOPE, { text, values }, MEASURED);
    expect(plan).not.toMatch(/individuals_|on individuals|Seq Scan on people_days/);
    expect(plan).toMatch(/people_totals/);
    // The policy reads its list of companies once, not once per row.
    expect(plan).not.toMatch(/SubPlan|app\.companies\(\)/);
  });

  it('the newest change of a company is read as the first row of each band in an index', async () => {
    const plan = await planOf(database.db, SCOPE, { text: LAST_WRITES_QUERY, values: [COMPANIES] }, MEASURED);
    expect(plan).toMatch(/Index (Only )?Scan Backward using individuals_by_band.*rows=[01]\.?\d* /);
    expect(plan).not.toMatch(/Seq Scan on individuals|Bitmap/);
  });
});

it('a company sees only its own sums', async () => {
  const seen = await database.db.tenant({ companies: [1] }, async (tx) => ({
    sums: [...(await readPeopleSums(tx, COMPANIES)).keys()],
    growth: (await readGrowth(tx, COMPANIES, 1, 'Asia/Kolkata'))[0]?.individuals,
  }));
  expect(seen).toEqual({ sums: [1], growth: 10_000 });
});

it("people who were added count on today's date in the zone of their company", async () => {
  // Their clocks are 25 hours apart, so that their dates always differ.
  const zones = [
    [11, 'Pacific/Kiritimati'],
    [12, 'Pacific/Pago_Pago'],
  ] as const;
  for (const [company, zone] of zones) {
    await database.sql('INSERT INTO vault.company_zones VALUES ($1, $2)', [company, zone]);
    await database.sql(
      `INSERT INTO vault.individuals (company_id, id, master_key) VALUES ($1::bigint, 90000 + $1::bigint, gen_random_uuid())`,
      [company],
    );
  }
  const rows = await database.sql<{ isToday: boolean }>(
    `SELECT c.day = (c.at AT TIME ZONE z.time_zone)::date AS "isToday"
     FROM (SELECT company_id, day, now() AS at FROM vault.people_changes WHERE company_id IN (11, 12)) AS c
     JOIN vault.company_zones z USING (company_id)`,
  );
  expect(rows).toEqual([{ isToday: true }, { isToday: true }]);
  for (const [company, zone] of zones) {
    const scope = { companies: [company] };
    const growth = await database.db.tenant(scope, (tx) => readGrowth(tx, [company], 7, zone));
    expect(growth.map(({ added }) => added)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  }
});
