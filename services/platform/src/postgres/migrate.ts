import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { connectionSettings, type DatabaseAddress, type Login } from './connection.ts';

/** The platform's own tables, made in every service's schema before its own. */
export const PLATFORM_MIGRATIONS = new URL('../../migrations/', import.meta.url);

export interface MigrateOptions {
  readonly address: DatabaseAddress;
  /** A login that may SET ROLE to `<service>_owner`. */
  readonly admin: Login;
  readonly service: string;
  /** Folder of plain SQL files `0001_what.sql`. */
  readonly migrations: URL;
}

/**
 * Brings a schema up to date as its owner role: the platform's tables, then the service's. A second process
 * waits until the first is done. Each folder is one transaction: it is applied as a whole or not at all.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const client = new pg.Client(
    connectionSettings(options.address, options.admin, `${options.service} migrations`),
  );
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [`pii-vault migrate ${options.service}`]);
    await client.query(`SET ROLE ${client.escapeIdentifier(`${options.service}_owner`)}`);
    for (const folder of migrationFolders(options.migrations)) {
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
      // Default privileges covered the runner's own table too: a process only looks whether its migrations are there.
      const [app, all, system] = ['app', 'all', 'system'].map((role) => `${options.service}_${role}`);
      await client.query(
        `REVOKE ALL ON ${folder.table} FROM ${app}, ${all}, ${system}; GRANT SELECT ON ${folder.table} TO ${app}`,
      );
    }
  } finally {
    await client.end();
  }
}

/**
 * The platform's folder and a service's own, in the order in which they are applied, and the runner's table of each.
 */
export function migrationFolders(own: URL) {
  const platform = { url: PLATFORM_MIGRATIONS, table: 'platform_migrations' };
  return own.href === PLATFORM_MIGRATIONS.href ? [platform] : [platform, { url: own, table: 'migrations' }];
}

/** Changes when any migration of the service or of the platform changes; names test databases. */
export async function migrationsHash(migrations: URL): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of migrationFolders(migrations)) {
    for (const file of (await readdir(folder.url)).filter((name) => name.endsWith('.sql')).sort()) {
      hash.update(`${file}\0`).update(await readFile(new URL(file, ensureSlash(folder.url))));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

function ensureSlash(folder: URL): URL {
  return folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`);
}
