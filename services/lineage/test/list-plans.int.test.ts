import type { Scope, Tx } from '@pii-vault/platform/db/database';
import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldLinks } from '../src/links/fold-links.ts';
import { countOf, type EdgeKind, kindsStatement, readKinds } from '../src/links/kinds-store.ts';
import { partsOf } from '../src/links/list-parts.ts';
import { listEdges, pageStatement, strongestStatement } from '../src/links/list-store.ts';
import type { Reader } from '../src/links/reader.ts';
import { rangesStatement } from '../src/links/search-store.ts';
import type { EntryFilter } from '../src/links/visible.ts';

let database: TestDatabase;
const EDGES = 30_000;

beforeAll(async () => {
  database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
  // Duplicates inside seven companies, each with its own numbers; three of all edges are rejected, long ago.
  await database.sql(
    `INSERT INTO lineage.data_lineage (company_id, id, scope, lo_company_id, lo_individual_id, hi_company_id,
       hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
       levels, weights, model_version)
     SELECT 1 + i % 7, i, 'intra:' || 1 + i % 7, 1 + i % 7, i, 1 + i % 7, i + 1, 'duplicate_detection',
       CASE WHEN i <= 3 THEN 'rejected' WHEN i % 2 = 0 THEN 'pending' ELSE 'verified' END, 0.9, 60 + i % 40, '{phone}',
       '{}', '{}', 'prior-3'
     FROM generate_series(1, ${EDGES}) AS i`,
  );
  // Half as many across companies 1 and 2, which both have a row of each. Company 2 has newer ones than all others.
  await database.sql(
    `INSERT INTO lineage.data_lineage (company_id, id, scope, agreement_id, lo_company_id, lo_individual_id, hi_company_id,
       hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
       levels, weights, model_version)
     SELECT c, ${EDGES} + i, 'cross:7', 7, 1, i, 2, i, 'same_individual', 'verified', 0.99, 99, '{pan}', '{}', '{}', 'prior-3'
     FROM generate_series(1, ${EDGES / 2}) AS i, generate_series(1, 2) AS c`,
  );
  await database.sql('ANALYZE lineage.data_lineage');
}, 120_000);
afterAll(() => database?.drop());

const open = [1, 2, 3, 4, 5, 6, 7];
const every: Reader = { readable: new Set(open), listed: open, agreements: [7], open };
const readers: Array<[what: string, scope: Scope, reader: Reader]> = [
  ['one company', { companies: [2] }, { readable: new Set([2]), listed: [2], agreements: [7], open }],
  [
    'several companies',
    { companies: [1, 2, 5] },
    { readable: new Set([1, 2, 5]), listed: [1, 2, 5], agreements: [7], open },
  ],
  ['every company', { companies: open }, every],
];

describe.each(readers)('%s', (_what, scope, reader) => {
  const kindsOf = (): Promise<EdgeKind[]> => database.db.tenant(scope, (tx) => readKinds(tx, reader));
  const filters: [name: string, filter: EntryFilter, before?: number][] = [
    ['newest', {}],
    ['newest after a page', {}, 9_000],
    ['filtered', { verificationStatus: 'verified', confidence: 'high' }],
    ['searched by a part of a type', { search: 'dup' }],
    ['searched by a part of an id', { search: '17' }],
  ];

  it.each(filters)('walks an index in order: %s', async (_name, filter, before) => {
    const parts = partsOf(await kindsOf(), filter, 50);
    const plan = await planOf(
      database.db,
      scope,
      pageStatement(reader, parts, filter, { before, limit: 50 }),
      'COSTS OFF',
    );
    expect(plan).not.toMatch(/\bSort\b|Seq Scan on data_lineage|Bitmap/);
    expect(plan).toMatch(/Index Scan (Backward )?using data_lineage_/);
    // The policy's companies are read once (InitPlan), never per row (SubPlan).
    expect(plan).not.toMatch(/SubPlan/);
  });

  it('draws the strongest from an index in order', async () => {
    const plan = await planOf(database.db, scope, strongestStatement(reader, 500), 'COSTS OFF');
    expect(plan).not.toMatch(/\bSort\b|Seq Scan on data_lineage|Bitmap|SubPlan/);
    expect(plan).toMatch(/using data_lineage_confidence/);
  });

  it('looks up ranges of ids on both sides', async () => {
    const plan = await planOf(
      database.db,
      scope,
      rangesStatement(reader, [{ low: 1_200, high: 1_299 }], {}, undefined, 50),
      'COSTS OFF',
    );
    expect(plan).toMatch(/using data_lineage_lo[\s\S]*using data_lineage_hi/);
    expect(plan).not.toMatch(/Seq Scan on data_lineage|SubPlan/);
  });

  it('counts kinds without reading an edge', async () => {
    const plan = await planOf(database.db, scope, kindsStatement(reader), 'COSTS OFF');
    expect(plan).not.toMatch(/data_lineage|SubPlan/);
  });
});

/** How many rows of edges `work` reads. */
async function touchedBy<T>(work: (tx: Tx) => Promise<T>): Promise<[result: T, touched: number]> {
  return await database.db.tenant({ companies: open }, async (tx) => {
    const result = await work(tx);
    const [row] = await tx.query<{ n: number }>(
      `SELECT (seq_tup_read + idx_tup_fetch)::int AS n FROM pg_stat_xact_user_tables WHERE relname = 'data_lineage'`,
    );
    return [result, row?.n ?? 0];
  });
}

describe('a page costs what it shows, whatever few rows pass', () => {
  it.each<[what: string, filter: EntryFilter, ids: number[]]>([
    ['a rare status', { verificationStatus: 'rejected' }, [3, 2, 1]],
    ['an id in few edges', { search: '29123' }, [29_123, 29_122]],
    ['an id with its prefix', { search: 'ind_29123' }, [29_123, 29_122]],
    ['one individual', { individualId: 17 }, [EDGES + 17, 17, 16]],
    ['nothing', { verificationStatus: 'rejected', relationshipType: 'same_individual' }, []],
  ])('%s', async (_what, filter, ids) => {
    const [edges, touched] = await touchedBy((tx) => listEdges(tx, every, filter, undefined, 51));
    expect(edges.map((edge) => edge.id)).toEqual(ids);
    expect(touched).toBeLessThan(100);
  });

  it('an edge that both its companies list is shown once, and passed over once', async () => {
    const [edges, touched] = await touchedBy((tx) => listEdges(tx, every, {}, undefined, 51));
    expect(edges.map((edge) => edge.id)).toEqual(Array.from({ length: 51 }, (_, n) => EDGES * 1.5 - n));
    expect(touched).toBeLessThan(51 * 9);
  });

  it('deep pages as much as the first', async () => {
    const [edges, touched] = await touchedBy((tx) => listEdges(tx, every, {}, 60, 51));
    expect(edges).toHaveLength(51);
    expect(touched).toBeLessThan(51 * 9);
  });
});

it('folding leaves every count as it was, and none that is nothing', async () => {
  const kinds = () => database.db.tenant({ companies: open }, (tx) => readKinds(tx, every));
  const total = async () => countOf(await kinds());
  const fold = () => foldLinks(database.db)(new AbortController().signal);
  expect(await total()).toBe(EDGES * 1.5);
  await fold();
  expect(await total()).toBe(EDGES * 1.5);
  await database.sql(
    `UPDATE lineage.data_lineage SET verification_status = 'pending' WHERE verification_status = 'rejected'`,
  );
  await database.sql('DELETE FROM lineage.data_lineage WHERE id <= 10');
  expect(await total()).toBe(EDGES * 1.5 - 10);
  await Promise.all([fold(), fold()]);
  await fold();
  expect(await total()).toBe(EDGES * 1.5 - 10);
  expect((await kinds()).some(({ verificationStatus }) => verificationStatus === 'rejected')).toBe(false);
  expect(await database.sql('SELECT FROM lineage.link_counts WHERE edges <= 0')).toEqual([]);
  expect(await database.sql('SELECT FROM lineage.link_changes')).toEqual([]);
});
