import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../core/log/log.ts';
import { PLATFORM_MIGRATIONS } from '../../postgres/migrate.ts';
import { type TestDatabase, testDatabase } from '../../testing/postgres.ts';
import { databasesAnswer } from './databases.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase('vault', PLATFORM_MIGRATIONS);
});
afterAll(() => test.drop());

const answer = (environment: 'development' | 'production') => {
  const modules = [{ name: 'vault' as const, migrations: PLATFORM_MIGRATIONS }];
  return databasesAnswer(
    modules,
    test.services,
    { process: { environment, databaseStorage: 'own' } },
    silentLogger(),
  );
};

it('waits for a durable server in production, elsewhere for any server that answers', async () => {
  await expect(answer('development')).resolves.toBeUndefined();
  // The test server runs without durability.
  await expect(answer('production')).rejects.toMatchObject({ reason: 'DATABASE_NOT_DURABLE' });
});

it('waits for the SQL functions of its version', async () => {
  const [own] = await test.sql<{ hash: string }>(
    `UPDATE vault.applied_functions SET hash = 'other' || hash RETURNING hash`,
  );
  await expect(answer('development')).rejects.toMatchObject({
    reason: 'SCHEMA_BEHIND',
    message: 'SQL functions of the platform are not applied yet',
  });
  await test.sql(`UPDATE vault.applied_functions SET hash = $1`, [own?.hash.slice('other'.length)]);
  await expect(answer('development')).resolves.toBeUndefined();
});

it('waits for the migrations of its version, and ignores those of a later one', async () => {
  const last = '0003_applied_functions';
  await test.sql(
    `INSERT INTO vault.platform_migrations (name, run_on) VALUES ('9999_of_a_later_version', now())`,
  );
  await expect(answer('development')).resolves.toBeUndefined();
  await test.sql('DELETE FROM vault.platform_migrations WHERE name = $1', [last]);
  await expect(answer('development')).rejects.toMatchObject({
    reason: 'SCHEMA_BEHIND',
    message: `Migration ${last} is not applied yet`,
  });
});
