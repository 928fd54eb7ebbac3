import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { EDGES_OF } from '../src/links/edge-store.ts';

let database: TestDatabase;
beforeEach(async () => {
  await database?.drop();
  database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
});
afterAll(() => database?.drop());

/** What the planner makes of a look-up of edges that it plans once for all parameters, in a table of so many edges. */
async function planAt(edges: number, isAnalysed: boolean): Promise<string> {
  await database.sql(
    `INSERT INTO lineage.data_lineage (company_id, id, scope, lo_company_id, lo_individual_id, hi_company_id,
       hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
       levels, weights, model_version)
     SELECT 1, i, 'intra:1', 1, i, 1, i + 1, 'duplicate_detection', 'verified', 0.9, 90, '{phone}', '{}', '{}', 'prior-3'
     FROM generate_series(1, ${edges}) AS i`,
  );
  if (isAnalysed) await database.sql('ANALYZE lineage.data_lineage');
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

describe('edges of a record are found by it', () => {
  it.each([
    [0, false],
    [40, false],
    [400, false],
    [4_000, false],
    [400, true],
    [4_000, true],
  ])('among %i edges (analysed: %s)', async (edges, isAnalysed) => {
    const plan = await planAt(edges, isAnalysed);
    for (const side of ['lo', 'hi'])
      expect(plan).toMatch(new RegExp(`Index Cond: .*${side}_individual_id = p\\.individual_id`));
  });
});
