import type { Tx } from '@pii-vault/platform/postgres/database';
import type { RevealCount } from '@pii-vault/proto/vault/v1/stats';

/** Decryptions counted in the hours [from, to); no company named = every one. */
export async function readRevealCounts(
  tx: Tx,
  range: { readonly from: Date; readonly to: Date; readonly companies: readonly number[] },
): Promise<RevealCount[]> {
  const rows = await tx.query<{
    company_id: number;
    hour: Date;
    ticket: string;
    value_count: number;
    ticket_count: number;
  }>(
    `SELECT company_id, hour, ticket, value_count, ticket_count FROM reveal_counts
     WHERE hour >= $1 AND hour < $2 AND (cardinality($3::bigint[]) = 0 OR company_id = ANY ($3::bigint[]))
     ORDER BY company_id, hour, ticket`,
    [range.from, range.to, range.companies],
  );
  return rows.map((row) => ({
    companyId: row.company_id,
    hour: row.hour,
    ticket: row.ticket,
    values: row.value_count,
    tickets: row.ticket_count,
  }));
}
