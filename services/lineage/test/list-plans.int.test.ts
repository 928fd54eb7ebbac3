import type { Scope, Tx } from '@pii-vault/platform/postgres/database';
import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confidencesStatement } from '../src/links/confidence-ranks.ts';
import { foldLinks } from '../src/links/fold-links.ts';
import { graphShares } from '../src/links/graph-shares.ts';
import { countOf, type EdgeKind, kindsStatement, readKinds } from '../src/links/kinds-store.ts';
import { partsOf } from '../src/links/list-parts.ts';
import { listEdges, pageStatement } from '../src/links/list-store.ts';
import type { Reader } from '../src/links/reader.ts';
import { rangesStatement } from '../src/links/search-store.ts';
import { standingKinds, strongestEdges, strongestStatement } from '../src/links/strongest-store.ts';
import type { EntryFilter } from '../src/links/visible.ts';
import { readerIn } from './reader-in.ts';

let database: TestDatabase;
const EDGES = 30_000;

beforeAll(async () => {
  database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
  // Duplicates inside seven companies with separate id ranges. Three edges are rejected, long ago.
  await database.sql(
    `INSERT INTO lineage.data_lineage (company_id, id, scope, lo_company_id, lo_individual_id, hi_company_id,
       hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
       levels, weights, model_version)
     SELECT 1 + i % 7, i, 'intra:' || 1 + i % 7, 1 + i % 7, i, 1 + i % 7, i + 1, 'duplicate_detection',
       CASE WHEN i <= 3 THEN 'rejected' WHEN i % 2 = 0 THEN 'pending' ELSE 'verified' END, 0.9, 60 + i % 40, '{phone}',
       '{}', '{}', 'prior-3'
     FROM generate_series(1, ${EDGES}) AS i`,
  );
  // Half as many across companies 1 and 2, with one row for each of them. Company 2 has the newest edges.
  await database.sql(
    `INSERT INTO lineage.data_lineage (company_id, id, scope, agreement_id, lo_company_id, lo_individual_id, hi_company_id,
       hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
       levels, weights, model_version)
     SELECT c, ${EDGES} + i, 'cross:7', 7, 1, i, 2, i, 'same_individual', 'verified', 0.99, 99, '{pan}', '{}', '{}', 'prior-3'
     FROM generate_series(1, ${EDGES / 2}) AS i, generate_series(1, 2) AS c`,
  );
  await database.sql('ANALYZE lineage.data_lineage');
});
afterAll(() => database?.drop());

const open = [1, 2, 3, 4, 5, 6, 7];
const every = readerIn(open, { agreements: [7] });
const readers: Array<[what: string, scope: Scope, reader: Reader]> = [
  ['one company', { companies: [2] }, readerIn([2], { agreements: [7], open })],
  ['several companies', { companies: [1, 2, 5] }, readerIn([1, 2, 5], { agreements: [7], open })],
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
      pageStatement(reader, parts, filter, { ...(before === undefined ? {} : { before }), limit: 50 }),
      'COSTS OFF',
    );
    expect(plan).not.toMatch(/\bSort\b|Seq Scan on data_lineage|Bitmap/);
    expect(plan).toMatch(/Index Scan (Backward )?using data_lineage_/);
    // The policy's companies are read once (InitPlan), never per row (SubPlan).
    expect(plan).not.toMatch(/SubPlan/);
  });

  it('draws the strongest from an index', async () => {
    const shares = graphShares(await kindsOf(), reader, 500);
    const plan = await planOf(database.db, scope, strongestStatement(reader, shares), 'COSTS OFF');
    expect(plan).not.toMatch(/Seq Scan on data_lineage|SubPlan/);
    // The links of most pairs are read in order of strength.
    expect(plan).toMatch(/Index Scan using data_lineage_confidence/);
  });

  it('looks up ranges of ids on both sides', async () => {
    const plan = await planOf(
      database.db,
      scope,
      rangesStatement(reader, [{ low: 1_200, high: 1_299 }], {}, undefined, 50),
      'COSTS OFF',
    );
    expect(plan).toMatch(/using data_lineage_lo[\s\S]*using data_lineage_hi/);
    // A range is looked up once, not once per company or scope.
    expect(plan).not.toMatch(/data_lineage_scope|Index Cond:.*company_id = c/);
    expect(plan).not.toMatch(/Seq Scan on data_lineage|SubPlan/);
  });

  it('counts kinds without reading edges or their confidences', async () => {
    const plan = await planOf(database.db, scope, kindsStatement(reader), 'COSTS OFF');
    expect(plan).not.toMatch(/data_lineage|link_counts|SubPlan/);
  });

  it('finds the median among the confidences of its ten percents', async () => {
    const statement = confidencesStatement(reader, await kindsOf(), [7, 8]);
    const plan = await planOf(database.db, scope, statement, 'COSTS OFF');
    expect(plan).toMatch(
      /Index Cond:.* AND \(confidence_tenths >= p\.low\) AND \(confidence_tenths <= p\.high\)/,
    );
    expect(plan).not.toMatch(/Seq Scan on link_counts|SubPlan/);
  });
});

/** Number of edge rows that `work` reads. */
async function touchedBy<T>(work: (tx: Tx) => Promise<T>): Promise<[result: T, touched: number]> {
  return await database.db.tenant({ companies: open }, async (tx) => {
    const before = await touched(tx);
    return [await work(tx), (await touched(tx)) - before];
  });
}

/** Includes earlier statements of the connection that the statistics do not show yet. */
async function touched(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `SELECT (seq_tup_read + idx_tup_fetch)::int AS n FROM pg_stat_xact_user_tables WHERE relname = 'data_lineage'`,
  );
  return row?.n ?? 0;
}

describe('a page reads few rows, also with a selective filter', () => {
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

  it('an edge with rows of both companies is shown once and skipped once', async () => {
    const [edges, touched] = await touchedBy((tx) => listEdges(tx, every, {}, undefined, 51));
    expect(edges.map((edge) => edge.id)).toEqual(Array.from({ length: 51 }, (_, n) => EDGES * 1.5 - n));
    expect(touched).toBeLessThan(51 * 9);
  });

  it.each(['7', '77', '123'])('%s in an id: each of the newest edges is read once', async (digits) => {
    const [edges, touched] = await touchedBy((tx) => listEdges(tx, every, { search: digits }, undefined, 51));
    const expected = await database.sql<{ id: string }>(
      `SELECT DISTINCT id FROM lineage.data_lineage
       WHERE lo_individual_id::text LIKE '%${digits}%' OR hi_individual_id::text LIKE '%${digits}%' ORDER BY id DESC LIMIT 51`,
    );
    expect(edges.map(({ id }) => id)).toEqual(expected.map(({ id }) => Number(id)));
    // Ids with one prefix are adjacent, so a window may be wider than necessary.
    const depth = EDGES * 1.5 - (edges.at(-1)?.id ?? 0);
    expect(touched).toBeLessThan(6 * depth + 200);
  });

  it.each([64, 500])('a graph of %s nodes has the strongest edges of each company pair', async (nodes) => {
    const [edges, touched] = await touchedBy(async (tx) =>
      strongestEdges(tx, every, graphShares(await standingKinds(tx, every), every, nodes)),
    );
    const expected = await database.sql<{ pair: string; ids: number[] }>(
      `SELECT lo_company_id || ' ' || hi_company_id AS pair,
         (array_agg(id::int ORDER BY confidence_score DESC, id DESC))[:${Math.ceil((1.1 * nodes) / 8 / 2)}] AS ids
       FROM lineage.data_lineage WHERE verification_status <> 'rejected' AND company_id = lo_company_id GROUP BY 1`,
    );
    const drawn = Map.groupBy(edges, ({ lo, hi }) => `${lo.companyId} ${hi.companyId}`);
    expect(drawn.size).toBe(8);
    for (const { pair, ids } of expected) expect(drawn.get(pair)?.map(({ id }) => id)).toEqual(ids);
    // Edges inside company 1, fewer than its links to company 2, are sorted: each is read in an index and in the table.
    expect(touched).toBeLessThan((2 * EDGES) / 7 + 2 * nodes);
  });

  it('shows a company that has few and weak links together with one that has many', async () => {
    await database.sql(
      `INSERT INTO lineage.data_lineage (company_id, id, scope, agreement_id, lo_company_id, lo_individual_id,
         hi_company_id, hi_individual_id, relationship_type, verification_status, probability, confidence_score,
         matching_fields, levels, weights, model_version)
       SELECT c, ${2 * EDGES} + i, 'cross:8', 8, 1, i, 6, i, 'cross_reference', 'pending', 0.5, 55, '{phone}', '{}', '{}',
         'prior-3' FROM generate_series(1, 4) AS i, unnest(ARRAY[1, 6]) AS c`,
    );
    await database.sql('ANALYZE lineage.data_lineage');
    const seen: Reader = { ...every, readable: new Set([1]), listed: [1], agreements: [7, 8] };
    const [edges, touched] = await touchedBy(async (tx) =>
      strongestEdges(tx, seen, graphShares(await standingKinds(tx, seen), seen, 120)),
    );
    expect(new Set(edges.map(({ hi }) => hi.companyId))).toEqual(new Set([1, 2, 6]));
    expect(edges.filter(({ hi }) => hi.companyId === 6)).toHaveLength(4);
    expect(touched).toBeLessThan((2 * EDGES) / 7 + 500);
    await database.sql('DELETE FROM lineage.data_lineage WHERE agreement_id = 8');
  });

  it('a deep page reads as few rows as the first', async () => {
    const [edges, touched] = await touchedBy((tx) => listEdges(tx, every, {}, 60, 51));
    expect(edges).toHaveLength(51);
    expect(touched).toBeLessThan(51 * 9);
  });
});

it('folding keeps every count and removes zero counts', async () => {
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
