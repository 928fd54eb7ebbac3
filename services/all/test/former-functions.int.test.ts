import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '@pii-vault/platform/testing/postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrateToday, tablesBefore } from './former-tables.ts';

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'former-'));
  database = await tablesBefore('vault', '_written_people.sql', folder);
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('processes of the release before can call their write_people after the migration', async () => {
  await database.sql(
    `CREATE FUNCTION vault.write_people(bigint[], bigint[]) RETURNS TABLE (person integer, holder bigint)
       LANGUAGE sql AS 'SELECT 1, 2::bigint'`,
  );
  await database.sql('ALTER FUNCTION vault.write_people OWNER TO vault_owner');
  await migrateToday('vault', database);
  const former = `SELECT person, holder FROM vault.write_people('{}'::bigint[], '{}'::bigint[])`;
  expect(await database.sql(former)).toEqual([{ person: 1, holder: 2 }]);
  const today = `SELECT to_regprocedure('vault.write_people(jsonb, jsonb, integer)') IS NOT NULL AS "isThere"`;
  expect(await database.sql(today)).toEqual([{ isThere: true }]);
});
