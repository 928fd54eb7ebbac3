import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Pid, start (s since 1970) and port of a vault's PostgreSQL (postmaster.pid, lines 1, 3 and 4). */
export async function readPostmaster(
  dataDir: string,
): Promise<{ pid: number; startedAt: number; port: number }> {
  const lines = (await readFile(join(dataDir, 'postgres/pgdata/postmaster.pid'), 'utf8')).split('\n');
  return { pid: Number(lines[0]), startedAt: Number(lines[2]), port: Number(lines[3]) };
}

export async function databaseUrl(dataDir: string): Promise<string> {
  const { port } = await readPostmaster(dataDir);
  const password = (await readFile(join(dataDir, 'postgres/admin-password'), 'utf8')).trim();
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

/** Connects as the administrator, who bypasses row-level security: to read all rows, and to plant faults. */
export async function connectDatabase(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await databaseUrl(dataDir) });
  // Without this listener, a lost connection would end the process. The next query reports the error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
