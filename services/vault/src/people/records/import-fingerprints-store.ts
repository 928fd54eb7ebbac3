import type { Tx } from '@pii-vault/platform/postgres/database';

/**
 * From now on a repeated file is processed again: rows of people who were erased since are refused, and fields without
 * a purpose that is not withdrawn are left out. Both are reported. Rows without changes still write nothing.
 */
export async function forgetFingerprints(tx: Tx, companyId: number): Promise<void> {
  await tx.query(
    `UPDATE imports SET fingerprint = NULL
     WHERE company_id = $1::bigint AND status = 'done' AND fingerprint IS NOT NULL`,
    [companyId],
  );
}
