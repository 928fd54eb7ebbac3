import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { EDGES_OF } from '../src/links/edge-store.ts';

let database: TestDatabase;
beforeEach(async () => {
  await database?.drop();
  database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
});
afterAll(() => database?.drop());

async function addEdges(edges: number, isAnalysed: boolean): Promise<void> {
  await database.sql(
    `INSERT INTO lineage.data_lineage (company_id, id, scope, lo_company_id, lo_individual_id, hi_company_id,
       hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
       levels, weights, model_version)
     SELECT 1, i, 'intra:1', 1, i, 1, i + 1, 'duplicate_detection', 'verified', 0.9, 90, '{phone}', '{}', '{}', 'prior-3'
     FROM generate_series(1, ${edges}) AS i`,
  );
  if (isAnalysed) await database.sql('ANALYZE lineage.data_lineage');
}

/** The generic plan of a look-up of edges. */
async function planOfLookup(): Promise<string> {
  const rows = await database.db.system(async (tx) => {
    await tx.query(`SET LOCAL plan_cache_mode = force_generic_plan`);
    await tx.query(`PREPARE edges (text[], bigint[], bigint[]) AS ${EDGES_OF('$1', '$2', '$3')}`);
    const plan = await tx.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (COSTS OFF) EXECUTE edges('{intra:2}', '{2}', '{2}')`,
    );
    await tx.query('DEALLOCATE edges');
    return plan;
  });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** Pages that a call reads when its plan and the system catalogs are cached. */
async function pagesOf(call: string): Promise<number> {
  const rows = await database.db.tenant({ companies: [1] }, async (tx) => {
    for (let time = 0; time < 8; time += 1) await tx.query(`SELECT ${call}`);
    return await tx.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) SELECT ${call}`,
    );
  });
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? Number.NaN) + (plan['Shared Read Blocks'] ?? 0);
}

const CALLS = ['seen_as(1, 2)', `reached_companies('{1}', '{7}', '{1}', '{1}', '{2}')`];

describe('edges of a record are found by an index', () => {
  it.each([
    [0, false],
    [40, false],
    [400, false],
    [4_000, false],
    [400, true],
    [4_000, true],
  ])('among %i edges (analysed: %s)', async (edges, isAnalysed) => {
    await addEdges(edges, isAnalysed);
    for (const call of CALLS) expect(await pagesOf(call)).toBeLessThan(20);
    const plan = await planOfLookup();
    for (const side of ['lo', 'hi'])
      expect(plan).toMatch(new RegExp(`Index Cond: .*${side}_individual_id = p\\.individual_id`));
  });
});
