import { readdir } from 'node:fs/promises';
import { AppError } from '../core/errors/app-error.ts';
import type { Database } from './database.ts';
import { migrationFolders } from './migrate.ts';

/**
 * Requires that all migrations of this version are applied. A process that starts earlier would report ready and fail
 * each call. Unknown migrations come from a later version and are ignored.
 * @param migrations folder of the service's own
 * @throws AppError FAILED_PRECONDITION that names the first one missing
 */
export async function requireMigrations(db: Pick<Database, 'statement'>, migrations: URL): Promise<void> {
  for (const { url, table } of migrationFolders(migrations)) {
    const applied = new Set((await appliedIn(db, table)).map(({ name }) => name));
    const missing = (await namesIn(url)).find((name) => !applied.has(name));
    if (missing !== undefined)
      throw new AppError('FAILED_PRECONDITION', 'SCHEMA_BEHIND', `Migration ${missing} is not applied yet`);
  }
}

const appliedIn = (db: Pick<Database, 'statement'>, table: string) =>
  db.statement<{ name: string }>({ name: `applied_${table}`, text: `SELECT name FROM ${table}`, values: [] });

async function namesIn(folder: URL): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}
