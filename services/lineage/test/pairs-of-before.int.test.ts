import { readFileSync } from 'node:fs';
import { testDatabase } from '@pii-vault/platform/testing/postgres';
import { expect, it } from 'vitest';

const MIGRATIONS = new URL('../migrations/', import.meta.url);
const INSERT = `INSERT INTO lineage.data_lineage (company_id, id, scope, agreement_id, lo_company_id, lo_individual_id,
    hi_company_id, hi_individual_id, relationship_type, verification_status, probability, confidence_score,
    matching_fields, levels, weights, model_version, decision)
  SELECT c, n, CASE WHEN n = 3 THEN 'intra:1' ELSE 'cross:7' END, CASE WHEN n < 3 THEN 7 END, 1, n,
    CASE WHEN n = 3 THEN 1 ELSE 2 END, 100 + n, 'same_individual', 'verified', 0.995, 99.5, '{name,dob,pan}',
    '{7,6,5,0,2,0,0,0,0}', '{1,2}', 'prior-5', CASE WHEN n = 2 OR (n = 1 AND c = 1) THEN 'verified' END
  FROM generate_series(1, 3) AS n, unnest(ARRAY[1, 2]) AS c WHERE n < 3 OR c = 1`;

it('pairs of before lose levels and score unless both companies have verified them', async () => {
  const database = await testDatabase('lineage', MIGRATIONS);
  // As a version without grades left them.
  const fence = (state: string) =>
    database.sql(`ALTER TABLE lineage.data_lineage ${state} TRIGGER refuse_ungraded_edge`);
  await fence('DISABLE');
  await database.sql(INSERT);
  const text = readFileSync(new URL('0300_withhold_cross_pairs.sql', MIGRATIONS), 'utf8');
  const statements = text.slice(text.indexOf('ALTER TABLE data_lineage NO FORCE'));
  await database.sql(
    `BEGIN; SET LOCAL ROLE lineage_owner; SET LOCAL search_path = lineage; ${statements} COMMIT`,
  );
  const rows = await database.sql(
    `SELECT DISTINCT id, verification_status AS status, confidence_score::float8 AS score, matching_fields AS fields,
       cardinality(levels) AS levels FROM lineage.data_lineage ORDER BY id`,
  );
  const whole = { status: 'verified', score: 99.5, fields: ['name', 'dob', 'pan'], levels: 9 };
  expect(rows).toEqual([
    { id: 1, status: 'pending', score: 90, fields: ['pan'], levels: 0 },
    { id: 2, ...whole },
    { id: 3, ...whole },
  ]);
  const kept = await database.sql(
    'SELECT edge_id AS id, levels[3] AS dob FROM lineage.cross_pairs ORDER BY 1',
  );
  expect(kept).toEqual([
    { id: 1, dob: 5 },
    { id: 2, dob: 5 },
  ]);
  await database.drop();
});
