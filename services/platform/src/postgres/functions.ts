import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** A folder of migrations `0001_what.sql`, and of SQL functions `functions/name.sql`. */
export interface MigrationFolder {
  readonly name: 'platform' | 'service';
  readonly url: URL;
  /** Table in which the runner notes what is applied. */
  readonly table: string;
}

interface SqlFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Creates or replaces the SQL functions of a folder (`functions/*.sql`) in the order of their file names, in one
 * transaction. A set of functions is applied once, and not by an earlier version than the one that migrated last: that
 * one finds its own set applied, or migrations that it does not know, and keeps the later functions.
 */
export async function applyFunctions(
  client: pg.Client,
  { name, url, table }: MigrationFolder,
): Promise<void> {
  const files = await functionFiles(url);
  if (files.length === 0) return;
  const migrations = await client.query<{ name: string }>(`SELECT name FROM ${table}`);
  if (await isLaterVersion(url, migrations.rows)) return;
  const set = [name, await functionsHash(url)];
  const applied = await client.query('SELECT FROM applied_functions WHERE folder = $1 AND hash = $2', set);
  if (applied.rowCount !== 0) return;
  await client.query('BEGIN');
  try {
    for (const { text } of files) await client.query(text);
    await client.query('INSERT INTO applied_functions (folder, hash) VALUES ($1, $2)', set);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/**
 * Names the set of functions of a folder, together with its migrations: a release that takes back a change of a
 * function has another hash once it has a further migration. Undefined if there are no functions.
 */
export async function functionsHash(folder: URL): Promise<string | undefined> {
  const files = await functionFiles(folder);
  if (files.length === 0) return undefined;
  const hash = createHash('sha256');
  for (const name of await sqlNames(folder)) hash.update(`${name}\0`);
  for (const { name, text } of files) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, 32);
}

/** Whether migrations are applied that the folder does not have: a later version migrated. */
export async function isLaterVersion(
  folder: URL,
  applied: readonly { readonly name: string }[],
): Promise<boolean> {
  const own = new Set(await sqlNames(folder));
  return applied.some(({ name }) => !own.has(`${name}.sql`));
}

/** Names of a folder's SQL files in their order; none if the folder does not exist. */
export async function sqlNames(folder: URL): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.sql')).sort();
}

async function functionFiles(folder: URL): Promise<SqlFile[]> {
  const url = new URL('functions/', folder);
  const names = await sqlNames(url);
  return await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, url), 'utf8') })),
  );
}
