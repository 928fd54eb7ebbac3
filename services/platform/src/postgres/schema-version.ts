import { failedPrecondition } from '../core/errors/app-error.ts';
import type { Database } from './database.ts';
import { functionsHash, isLaterVersion, sqlNames } from './functions.ts';
import { migrationFolders } from './migrate.ts';

/**
 * Requires that all migrations and functions of this version are applied. A process that starts earlier would report
 * ready and fail each call. Unknown ones come from a later version and are ignored.
 * @param migrations folder of the service's own
 * @throws AppError FAILED_PRECONDITION that names what is missing
 */
export async function requireMigrations(db: Pick<Database, 'statement'>, migrations: URL): Promise<void> {
  for (const { name: folder, url, table } of migrationFolders(migrations)) {
    const rows = await appliedIn(db, table);
    const applied = new Set(rows.map(({ name }) => name));
    const missing = (await namesIn(url)).find((name) => !applied.has(name));
    if (missing !== undefined) throw behind(`Migration ${missing} is`);
    if (await isLaterVersion(url, rows)) continue;
    const hash = await functionsHash(url);
    if (hash !== undefined && !(await isApplied(db, folder, hash)))
      throw behind(`SQL functions of the ${folder} are`);
  }
}

const behind = (what: string) => failedPrecondition('SCHEMA_BEHIND', `${what} not applied yet`);

const isApplied = async (db: Pick<Database, 'statement'>, folder: string, hash: string): Promise<boolean> =>
  (
    await db.statement({
      name: 'applied_functions',
      text: 'SELECT FROM applied_functions WHERE folder = $1 AND hash = $2',
      values: [folder, hash],
    })
  ).length > 0;

const appliedIn = (db: Pick<Database, 'statement'>, table: string) =>
  db.statement<{ name: string }>({ name: `applied_${table}`, text: `SELECT name FROM ${table}`, values: [] });

const namesIn = async (folder: URL): Promise<string[]> =>
  (await sqlNames(folder)).map((file) => file.slice(0, -'.sql'.length));
