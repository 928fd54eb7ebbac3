import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { connectionSettings, type DatabaseAddress, type Login } from './connection.ts';
import { applyFunctions, functionsHash, type MigrationFolder, sqlNames } from './functions.ts';

/** The platform's own tables, made in every service's schema before its own. */
export const PLATFORM_MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** A migration that waits for a table keeps its writers waiting. The deployment starts a refused migration again. */
const LOCK_TIMEOUT = '5s';

export interface MigrateOptions {
  readonly address: DatabaseAddress;
  /** A login that may SET ROLE to `<service>_owner`. */
  readonly admin: Login;
  readonly service: string;
  /** Folder of plain SQL files `0001_what.sql`, and of SQL functions `functions/name.sql`. */
  readonly migrations: URL;
}

/**
 * Brings a schema up to date as its owner role: the platform's tables and functions, then the service's. A second
 * process waits until the first is done. The migrations of a folder are one transaction, its functions the next.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const client = new pg.Client(
    connectionSettings(options.address, options.admin, `${options.service} migrations`),
  );
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [`pii-vault migrate ${options.service}`]);
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(`SET ROLE ${client.escapeIdentifier(`${options.service}_owner`)}`);
    for (const folder of migrationFolders(options.migrations)) {
      // Without it a migration would miss rows in silence: row-level security applies to the owner, too. Now it fails.
      await client.query('SET row_security = off');
      await runner({
        dbClient: client,
        schema: options.service,
        migrationsSchema: options.service,
        migrationsTable: folder.table,
        dir: fileURLToPath(folder.url),
        direction: 'up',
        noLock: true,
        log: () => undefined,
      });
      await client.query('RESET row_security');
      // Default privileges cover the runner's table too, but a process only checks that its migrations are applied.
      const [app, all, system] = ['app', 'all', 'system'].map((role) => `${options.service}_${role}`);
      await client.query(
        `REVOKE ALL ON ${folder.table} FROM ${app}, ${all}, ${system}; GRANT SELECT ON ${folder.table} TO ${app}`,
      );
      await applyFunctions(client, folder);
    }
  } finally {
    await client.end();
  }
}

/** The platform's folder and a service's own, in the order in which they are applied. */
export function migrationFolders(own: URL): MigrationFolder[] {
  const platform: MigrationFolder = {
    name: 'platform',
    url: PLATFORM_MIGRATIONS,
    table: 'platform_migrations',
  };
  if (own.href === PLATFORM_MIGRATIONS.href) return [platform];
  const url = own.href.endsWith('/') ? own : new URL(`${own.href}/`);
  return [platform, { name: 'service', url, table: 'migrations' }];
}

/** Changes when any migration or function of the service or of the platform changes; names test databases. */
export async function migrationsHash(migrations: URL): Promise<string> {
  const hash = createHash('sha256');
  for (const { url } of migrationFolders(migrations)) {
    for (const file of await sqlNames(url))
      hash.update(`${file}\0`).update(await readFile(new URL(file, url)));
    hash.update((await functionsHash(url)) ?? '');
  }
  return hash.digest('hex').slice(0, 12);
}
