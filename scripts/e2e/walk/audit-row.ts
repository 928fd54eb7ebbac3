import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Where a running embedded PostgreSQL listens: the fourth and fifth line of its postmaster.pid. */
async function addressOf(folder: string): Promise<{ host: string; port: number }> {
  const lines = (await readFile(join(folder, 'pgdata/postmaster.pid'), 'utf8')).split('\n');
  return { host: lines[4] ?? '', port: Number(lines[3]) };
}

/**
 * Changes for what one audit entry was, as somebody with full power over the database could.
 * @returns puts it back as it was
 */
export async function editAuditRow(dataDir: string, leafIndex: number): Promise<() => Promise<void>> {
  const purpose = await replacePurpose(dataDir, leafIndex, 'billing');
  return async () => void (await replacePurpose(dataDir, leafIndex, purpose));
}

/** @returns the purpose that stood there */
async function replacePurpose(dataDir: string, leafIndex: number, purpose: string): Promise<string> {
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
    const { rows } = await client.query<{ before: string }>(
      `UPDATE audit.audit_trail SET details = jsonb_set(details, '{purpose}', to_jsonb($2::text))
       WHERE leaf_index = $1 RETURNING old.details->>'purpose' AS before`,
      [leafIndex, purpose],
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`No row has leaf index ${leafIndex}`);
    return row.before;
  } finally {
    await client.end();
  }
}
