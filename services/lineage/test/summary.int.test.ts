import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarise, youngPendingStatement } from '../src/links/figures-store.ts';
import { foldLinks } from '../src/links/fold-links.ts';
import { foldPeople } from '../src/links/fold-people.ts';
import { LINKED_PEOPLE } from '../src/links/linked-people.ts';
import type { Reader } from '../src/links/reader.ts';
import { parameters, visibleTo } from '../src/links/visible.ts';
import { readerIn } from './reader-in.ts';

let database: TestDatabase;

/** Inserts the rows of `e`, one per viewing company. */
const insert = (
  edges: string,
) => `INSERT INTO lineage.data_lineage (company_id, id, scope, agreement_id, lo_company_id,
    lo_individual_id, hi_company_id, hi_individual_id, relationship_type, verification_status, probability, confidence_score,
    matching_fields, levels, weights, model_version, decision, created_at)
  SELECT c, e.id, e.scope, e.agreement_id, e.lo_company, e.lo, e.hi_company, e.hi, e.type, e.status, 0.9, 60 + e.id % 391 / 10.0,
    '{pan}', '{}', '{}', 'prior-3', CASE WHEN e.status = 'rejected' AND c = e.hi_company THEN 'rejected' END,
    now() - e.id * interval '5 minutes'
  FROM (${edges}) AS e, unnest(ARRAY[e.lo_company, nullif(e.hi_company, e.lo_company)]) AS c WHERE c IS NOT NULL`;
const STATUS = `(ARRAY['pending', 'verified', 'verified', 'rejected'])[1 + (i / 3) % 4]`;

beforeAll(async () => {
  database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
  // Edges inside three companies and under agreements of 1 with 2 and with 3; people have several edges.
  await database.sql(
    insert(`SELECT i AS id, 'intra:' || 1 + i % 3 AS scope, NULL::bigint AS agreement_id, 1 + i % 3 AS lo_company, i % 300 AS lo,
      1 + i % 3 AS hi_company, 1000 + i % 301 AS hi, 'duplicate_detection' AS type, ${STATUS} AS status FROM generate_series(1, 900) AS i`),
  );
  for (const [agreement, other] of [
    [7, 2],
    [8, 3],
  ])
    await database.sql(
      insert(`SELECT ${agreement} * 1000 + i AS id, 'cross:${agreement}' AS scope, ${agreement} AS agreement_id, 1 AS lo_company, i % 500 AS lo,
        ${other} AS hi_company, i % 211 AS hi, (ARRAY['same_individual', 'cross_reference'])[1 + i % 2] AS type, ${STATUS} AS status
        FROM generate_series(1, 700) AS i`),
    );
  await database.sql('ANALYZE');
});
afterAll(() => database?.drop());

const every = { agreements: [7, 8], open: [1, 2, 3] };
const readers: Array<[what: string, reader: Reader]> = [
  ['one company', readerIn([1], every)],
  ['a company of one agreement', readerIn([3], every)],
  ['two companies', readerIn([2, 3], every)],
  ['an agreement that has ended', readerIn([1], { ...every, agreements: [7] })],
  ['a company that is suspended', readerIn([1], { ...every, open: [1, 3] })],
];

/** Across companies an edge has a score once both have verified it. */
const SCORED = `(agreement_id IS NULL OR verification_status = 'verified')`;

/** The same figures, counted over the edges. */
async function counted(reader: Reader) {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const listed = `company_id = ANY (${parameter(reader.listed)}::bigint[])`;
  const [row] = await database.db.tenant({ companies: reader.listed }, (tx) =>
    tx.query(
      `WITH v AS (SELECT e.* FROM data_lineage e WHERE e.${listed} AND ${visibleTo(reader, parameter).join(' AND ')}),
       own AS (SELECT * FROM (
         SELECT lo_company_id AS company_id, lo_individual_id AS individual_id, relationship_type, verification_status FROM v
         UNION ALL SELECT hi_company_id, hi_individual_id, relationship_type, verification_status FROM v) AS s WHERE ${listed})
       SELECT count(*)::int AS total, count(*) FILTER (WHERE ${SCORED})::int AS scored, round(coalesce(avg(confidence_score) FILTER (WHERE ${SCORED}), 0), 6)::float8 AS average,
         coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY confidence_score::float8) FILTER (WHERE ${SCORED}), 0)::float8 AS median,
         (SELECT count(DISTINCT (company_id, individual_id))::int FROM own) AS "uniqueIndividuals",
         count(*) FILTER (WHERE verification_status = 'verified')::int AS verified,
         count(*) FILTER (WHERE relationship_type = 'duplicate_detection')::int AS within,
         count(*) FILTER (WHERE relationship_type <> 'duplicate_detection')::int AS cross,
         count(*) FILTER (WHERE verification_status = 'pending')::int AS pending,
         count(*) FILTER (WHERE verification_status = 'pending' AND created_at < now() - interval '1 day')::int AS "pendingOverADay",
         (SELECT count(DISTINCT (company_id, individual_id))::int FROM own
          WHERE relationship_type = 'same_individual' AND verification_status <> 'rejected') AS "crossLinkedIndividuals"
       FROM v`,
      values,
    ),
  );
  return row;
}

async function summed(reader: Reader) {
  const summary = await database.db.tenant({ companies: reader.listed }, (tx) => summarise(tx, reader));
  return { ...summary, average: Number(summary.average.toFixed(6)) };
}

const fold = async () => {
  const signal = new AbortController().signal;
  await foldLinks(database.db)(signal);
  await foldPeople(database.db)(signal);
};
const agree = async () => {
  for (const [, reader] of readers) expect(await summed(reader)).toEqual(await counted(reader));
};

describe('the summary equals a count of every edge', () => {
  it.each(readers)('to %s', async (_what, reader) => {
    await fold();
    expect(await summed(reader)).toEqual(await counted(reader));
  });

  it('before and after changes are folded', async () => {
    await fold();
    await database.sql(`DELETE FROM lineage.data_lineage WHERE id % 40 = 1`);
    await agree();
    await fold();
    await database.sql(
      `UPDATE lineage.data_lineage SET verification_status = 'rejected', decision = 'rejected' WHERE id % 50 = 2`,
    );
    await agree();
    await Promise.all([fold(), fold()]);
    await database.sql(
      `UPDATE lineage.data_lineage SET relationship_type = 'cross_reference' WHERE id > 7000 AND id % 60 = 4`,
    );
    await fold();
    await agree();
    expect(await database.sql('SELECT FROM lineage.link_people_changes')).toEqual([]);
    expect(await database.sql('SELECT FROM lineage.link_people_counts WHERE people <= 0')).toEqual([]);
  });

  it('a change of evidence changes no summary', async () => {
    await fold();
    // Evidence of a pair across companies cannot change (refuse_ungraded_edge).
    await database.sql(
      `UPDATE lineage.data_lineage SET probability = 0.8, row_version = row_version + 1 WHERE agreement_id IS NULL`,
    );
    expect(await database.sql('SELECT FROM lineage.link_people_changes')).toEqual([]);
  });
});

describe.each(readers)('to %s', (_what, reader) => {
  it('people are read from their counts and edges are looked up', async () => {
    const plan = await planOf(
      database.db,
      { companies: reader.listed },
      { text: LINKED_PEOPLE, values: [reader.listed, 500] },
      'COSTS OFF',
    );
    expect(plan).not.toMatch(/data_lineage|SubPlan/);
  });

  it('recent links are counted from the index of pending ones', async () => {
    const statement = youngPendingStatement(reader);
    const plan = await planOf(database.db, { companies: reader.listed }, statement, 'COSTS OFF');
    expect(plan).toMatch(/Scan using data_lineage_pending/);
    expect(plan).not.toMatch(/SubPlan|Seq Scan/);
  });
});
