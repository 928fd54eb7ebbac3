import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { migrate } from '@pii-vault/platform/postgres/migrate';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { inject } from 'vitest';

const allOf = (service: ServiceName) => new URL(`../../${service}/migrations/`, import.meta.url);

/**
 * A service's tables as they were before a migration, without functions: today's may need later types.
 * @param folder empty; for copies of the earlier migrations
 * @param migration the end of its file name
 */
export async function tablesBefore(
  service: ServiceName,
  migration: string,
  folder: string,
): Promise<TestDatabase> {
  const names = await readdir(allOf(service));
  const numbered = names.filter((name) => name.endsWith('.sql')).sort();
  const first = numbered.findIndex((name) => name.endsWith(migration));
  if (first < 1) throw new Error(`${service} has no migrations before ${migration}`);
  for (const name of numbered.slice(0, first))
    await cp(join(fileURLToPath(allOf(service)), name), join(folder, name));
  return await testDatabase(service, pathToFileURL(`${folder}/`));
}

/** Applies all migrations and functions of today. */
export async function migrateToday(service: ServiceName, database: TestDatabase): Promise<void> {
  const address = database.services.get(service)?.address;
  if (address === undefined) throw new Error('no database');
  await migrate({ address, admin: inject('postgres').admin, service, migrations: allOf(service) });
}
