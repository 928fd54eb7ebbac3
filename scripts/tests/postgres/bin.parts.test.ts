import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@pii-vault/all/postgres/embedded-postgres';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { connectionSettings } from '@pii-vault/platform/postgres/connection';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pii-vault-bin-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts a server on the folder, runs one statement and stops the server. */
async function ask<R extends object>(bin: string | undefined, sql: string): Promise<R | undefined> {
  const server = await startEmbeddedPostgres({ folder, mode: 'durable', log: silentLogger(), bin });
  const { address, admin } = server.access('postgres');
  const client = new pg.Client(connectionSettings(address, admin, 'test'));
  try {
    await client.connect();
    return (await client.query<R>(sql)).rows[0];
  } finally {
    await client.end();
    await server.stop();
  }
}

it('prints the folder of an -O2 build that has the version of the npm build and opens its data', async () => {
  const { stdout } = await promisify(execFile)(resolve(import.meta.dirname, 'bin'));
  const bin = stdout.trim();
  const version = `SELECT current_setting('server_version') AS version`;
  await ask(undefined, `CREATE TABLE note AS SELECT 'of npm' AS text`);
  expect(await ask(bin, version)).toEqual(await ask(undefined, version));
  const found = await ask(
    bin,
    `UPDATE note SET text = text || ', then of ' || substring(setting FROM '-O\\w')
     FROM pg_config WHERE name = 'CFLAGS' RETURNING text`,
  );
  expect(found).toEqual({ text: 'of npm, then of -O2' });
  expect(await ask(undefined, 'SELECT text FROM note')).toEqual(found);
});
