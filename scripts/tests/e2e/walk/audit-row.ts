import { connectDatabase } from '../../running-vault/database-access.ts';

/**
 * Changes the purpose of one audit entry, as an attacker with full access to the database could.
 * @returns a function that restores the purpose
 */
export async function editAuditRow(dataDir: string, leafIndex: number): Promise<() => Promise<void>> {
  const purpose = await replacePurpose(dataDir, leafIndex, 'billing');
  return async () => void (await replacePurpose(dataDir, leafIndex, purpose));
}

/** @returns the previous purpose */
async function replacePurpose(dataDir: string, leafIndex: number, purpose: string): Promise<string> {
  const client = await connectDatabase(dataDir);
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
