import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/postgres.ts';
import { migrate, PLATFORM_MIGRATIONS } from './migrate.ts';
import { requireMigrations } from './schema-version.ts';

let folder: string;
let test: TestDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'functions-'));
  test = await testDatabase('vault', PLATFORM_MIGRATIONS);
});
afterEach(async () => {
  await test.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a release whose function one() returns `value`. */
async function release(name: string, value: string, migrations: Record<string, string> = {}): Promise<URL> {
  const files = { 'functions/one.sql': `CREATE OR REPLACE FUNCTION one() RETURNS text RETURN ${value};` };
  await mkdir(join(folder, name, 'functions'), { recursive: true });
  for (const [file, text] of Object.entries({ ...migrations, ...files }))
    await writeFile(join(folder, name, file), text);
  return pathToFileURL(join(folder, name));
}

async function migrateTo(migrations: URL): Promise<void> {
  const address = test.services.get('vault')?.address;
  if (address === undefined) throw new Error('no database');
  await migrate({ address, admin: inject('postgres').admin, service: 'vault', migrations });
}

const one = async () => (await test.sql<{ one: string }>('SELECT vault.one()'))[0]?.one;

it('are replaced by a later release, and kept when an earlier release migrates again', async () => {
  const [first, second] = [await release('1', `'first'`), await release('2', `'second'`)];
  await migrateTo(first);
  expect(await one()).toBe('first');
  await migrateTo(second);
  expect(await one()).toBe('second');
  await migrateTo(first);
  expect(await one()).toBe('second');
  // A release that restores the first definition adds a migration.
  await migrateTo(await release('3', `'first'`, { '0001_restore_one.sql': 'SELECT 1;' }));
  expect(await one()).toBe('first');
});

it('of a later release are kept when an earlier release migrates for the first time', async () => {
  const later = await release('2', `'second'`, { '0001_change_one.sql': 'SELECT 1;' });
  const earlier = await release('1', `'first'`);
  await migrateTo(later);
  await migrateTo(earlier);
  expect(await one()).toBe('second');
  await expect(requireMigrations(test.db, earlier)).resolves.toBeUndefined();
  await migrateTo(later);
  expect(await one()).toBe('second');
});

it('can use tables from the migrations of their release', async () => {
  await migrateTo(
    await release('1', '(SELECT v FROM t)', { '0001_t.sql': `CREATE TABLE t AS SELECT 'a' AS v;` }),
  );
  expect(await one()).toBe('a');
});

it('have no migration that row-level security keeps from rows', async () => {
  const rows = `CREATE TABLE t AS SELECT 1 AS company_id; SELECT enable_row_security('t');`;
  const folder = await release('1', `'first'`, {
    '0001_t.sql': rows,
    '0002_fill.sql': 'UPDATE t SET company_id = 2;',
  });
  await expect(migrateTo(folder)).rejects.toThrow('row-level security policy for table "t"');
});

it('are applied all or none', async () => {
  const broken = await release('1', `'first'`);
  await writeFile(
    join(folder, '1/functions/two.sql'),
    'CREATE FUNCTION two() RETURNS text RETURN missing();',
  );
  await expect(migrateTo(broken)).rejects.toThrow('missing()');
  await expect(one()).rejects.toThrow('one()');
});

it('can be executed only by the roles of the service', async () => {
  await migrateTo(await release('1', `'first'`));
  const [may] = await test.sql(
    `SELECT has_function_privilege('vault_app', 'vault.one()', 'EXECUTE') AS app,
       has_function_privilege('public', 'vault.one()', 'EXECUTE') AS public`,
  );
  expect(may).toEqual({ app: true, public: false });
});
