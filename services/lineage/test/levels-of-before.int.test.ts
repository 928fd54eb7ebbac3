import { readFileSync } from 'node:fs';
import { testDatabase } from '@pii-vault/platform/testing/postgres';
import { expect, it } from 'vitest';

const MIGRATIONS = new URL('../migrations/', import.meta.url);

it('edges of before names had a level for initials keep their equal names, and nothing is rolled up twice', async () => {
  const database = await testDatabase('lineage', MIGRATIONS);
  await database.sql(
    `INSERT INTO lineage.data_lineage (company_id, id, scope, lo_company_id, lo_individual_id, hi_company_id,
       hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
       levels, weights, model_version)
     SELECT 1, name, 'intra:1', 1, 100, 1, 200 + name, 'duplicate_detection', 'verified', 0.99, 99, '{name}',
       ARRAY[name, 6, 5, 0, 0, 0, 0, 0, 0], '{}', 'prior-4' FROM generate_series(0, 6) AS name`,
  );
  const changes = async () => await database.sql('SELECT count(*)::int AS n FROM lineage.link_changes');
  const before = await changes();
  const text = readFileSync(new URL('0200_count_common_values.sql', MIGRATIONS), 'utf8');
  const [statements = ''] =
    /ALTER TABLE data_lineage NO FORCE[\s\S]*? FORCE ROW LEVEL SECURITY;(?=\n\n)/.exec(text) ?? [];
  expect(statements).toContain('UPDATE data_lineage');
  await database.sql(
    `BEGIN; SET LOCAL ROLE lineage_owner; SET LOCAL search_path = lineage; ${statements} COMMIT`,
  );
  const rows = await database.sql<{ levels: number[] }>(
    'SELECT levels FROM lineage.data_lineage ORDER BY id',
  );
  expect(rows.map(({ levels }) => levels[0])).toEqual([0, 1, 2, 3, 4, 5, 7]);
  expect(rows.every(({ levels }) => levels[1] === 6)).toBe(true);
  expect(await changes()).toEqual(before);
  await database.drop();
});
