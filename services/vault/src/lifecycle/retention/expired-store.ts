import type { Tx } from '@pii-vault/platform/postgres/database';

/**
 * People of the companies with active values whose retention is over. Reads several companies, under the system role.
 */
export async function findExpired(
  tx: Tx,
  due: { readonly companies: readonly number[]; readonly at: Date; readonly limit: number },
): Promise<{ companyId: number; individualId: number }[]> {
  const rows = await tx.query<{ company_id: number; individual_id: number }>(
    `SELECT DISTINCT company_id, individual_id FROM (
       SELECT f.company_id, f.individual_id FROM pii_fields f
       JOIN individuals i ON i.company_id = f.company_id AND i.id = f.individual_id AND i.sealed_at IS NULL
       WHERE f.state = 1 AND f.retention_expiry <= $2 AND f.company_id = ANY ($1::bigint[])
       ORDER BY f.retention_expiry LIMIT $3) due`,
    [due.companies, due.at, due.limit],
  );
  return rows.map((row) => ({ companyId: row.company_id, individualId: row.individual_id }));
}
