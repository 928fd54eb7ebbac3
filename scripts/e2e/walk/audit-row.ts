import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Where a running embedded PostgreSQL listens: the fourth and fifth line of its postmaster.pid. */
async function addressOf(folder: string): Promise<{ host: string; port: number }> {
  const lines = (await readFile(join(folder, 'pgdata/postmaster.pid'), 'utf8')).split('\n');
  return { host: lines[4] ?? '', port: Number(lines[3]) };
}

/** Changes for what one audit entry was, as somebody with full power over the database could. */
export async function editAuditRow(dataDir: string, leafIndex: number): Promise<void> {
  const folder = join(dataDir, 'postgres');
  const password = (await readFile(join(folder, 'admin-password'), 'utf8')).trim();
  const client = new pg.Client({
    ...(await addressOf(folder)),
    user: 'postgres',
    password,
    database: 'postgres',
  });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `UPDATE audit.audit_trail SET details = jsonb_set(details, '{purpose}', '"billing"') WHERE leaf_index = $1`,
      [leafIndex],
    );
    if (rowCount !== 1) throw new Error(`${rowCount} rows have leaf index ${leafIndex}`);
  } finally {
    await client.end();
  }
}
