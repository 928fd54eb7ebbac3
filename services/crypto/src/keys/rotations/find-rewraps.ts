import type { Database } from '@pii-vault/platform/postgres/database';

export interface DueRewrap {
  readonly companyId: number;
  readonly activeVersion: number;
}

const PAGE = 1_000;

/** Companies after `afterCompanyId` whose field key has earlier versions that may still wrap data, ascending. */
export function findRewraps({
  db,
}: {
  readonly db: Pick<Database, 'system'>;
}): (afterCompanyId: number) => Promise<DueRewrap[]> {
  return async (afterCompanyId) => {
    const rows = await db.system((tx) =>
      tx.query<{ company_id: number; version: number }>(
        `SELECT k.company_id, k.version FROM (
          SELECT DISTINCT company_id FROM encryption_keys
          WHERE purpose = 'field' AND status = 'retiring' AND company_id > $1 ORDER BY company_id LIMIT $2) due
        JOIN encryption_keys k ON k.company_id = due.company_id AND k.agreement_id = 0 AND k.purpose = 'field'
          AND k.owner_service = '' AND k.status = 'active'
        ORDER BY k.company_id`,
        [afterCompanyId, PAGE],
      ),
    );
    return rows.map((row) => ({ companyId: row.company_id, activeVersion: row.version }));
  };
}
