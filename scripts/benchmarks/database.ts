import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** A connection with full power to the embedded PostgreSQL of a running vault, for looking from outside. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const folder = join(dataDir, 'postgres');
  // The fourth and fifth line of postmaster.pid: port and folder of the socket.
  const lines = (await readFile(join(folder, 'pgdata/postmaster.pid'), 'utf8')).split('\n');
  const password = (await readFile(join(folder, 'admin-password'), 'utf8')).trim();
  const client = new pg.Client({
    host: lines[4] ?? '',
    port: Number(lines[3]),
    user: 'postgres',
    password,
    database: 'postgres',
  });
  await client.connect();
  return client;
}
