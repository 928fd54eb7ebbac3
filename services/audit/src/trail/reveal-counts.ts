import type { Database } from '@pii-vault/platform/db/database';
import type { RevealSum } from '../entries/plan-append.ts';

/** Totals since the beginning, for `companyIds` or, when that is empty, for every company. */
export function revealCounts(deps: { readonly db: Pick<Database, 'system'> }) {
  return async (companyIds: readonly number[]): Promise<RevealSum[]> => {
    const rows = await deps.db.system((tx) =>
      tx.query<{ company_id: number; ticket: string; entries: number; decrypted_values: number }>(
        `SELECT company_id, ticket, entries, decrypted_values FROM reveal_counts
         WHERE cardinality($1::bigint[]) = 0 OR company_id = ANY ($1::bigint[])
         ORDER BY company_id, ticket`,
        [companyIds],
      ),
    );
    return rows.map((row) => ({
      companyId: row.company_id,
      ticket: row.ticket,
      entries: row.entries,
      decryptedValues: row.decrypted_values,
    }));
  };
}
