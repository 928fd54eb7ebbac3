import type { Database } from '@pii-vault/platform/postgres/database';
import type { Pending } from '../../entries/pending/pending-entries.ts';
import type { RevealSum } from '../../entries/plan-append.ts';
import { pendingUnknown } from '../../errors.ts';

/** Totals since the first entry, for `companyIds`, or for every company when it is empty. */
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

export interface CountingDeps {
  pending(): Promise<Pending>;
  readonly revealCounts: ReturnType<typeof revealCounts>;
}

/**
 * The sums, and how many pending entries they may lack.
 * @throws AppError UNAVAILABLE PENDING_UNKNOWN when the vault, the only service that reveals, does not report its
 * backlog
 */
export async function countedAndPending(
  deps: CountingDeps,
  companyIds: readonly number[],
): Promise<{ readonly sums: RevealSum[]; readonly pending: number }> {
  // Read pending first: an entry that arrives between the two reads is counted twice, never missed.
  const { rows, unanswered } = await deps.pending();
  if (unanswered.includes('vault')) throw pendingUnknown();
  return { sums: await deps.revealCounts(companyIds), pending: rows };
}
