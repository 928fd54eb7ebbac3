import type { Tx } from '@pii-vault/platform/postgres/database';
import { IS_STOP } from '../probes/alarms-store.ts';
import { CLASS_OF } from '../probes/credentials.ts';
import type { Spender } from '../probes/probes-store.ts';
import { type CrossPair, type CrossPairRow, pairFromRow, pairKeys } from './cross-pairs-store.ts';

/** The newest known write of a side of `p`. */
export const LAST_WRITE = (side: 'lo' | 'hi') => `SELECT w.id, w.company_id, w.credential FROM record_writes w
  WHERE int8range(w.first_id, w.last_id, '[]') @> p.${side}_individual_id AND w.company_id = p.${side}_company_id
    AND p.${side}_individual_id = ANY (w.individual_ids) ORDER BY w.id DESC LIMIT 1`;

/** Those pairs with a record that a stopped credential wrote last, with that credential. */
export async function stoppedWriters(
  tx: Tx,
  pairs: readonly CrossPair[],
): Promise<ReadonlyArray<{ readonly pair: CrossPair; readonly writer: Spender }>> {
  const rows = await tx.query<CrossPairRow & { writer_company: number; credential: string }>(
    `SELECT DISTINCT ON (p.edge_id) p.*, w.company_id AS writer_company, w.credential
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
       AS p(scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id, edge_id, agreement_id)
     CROSS JOIN LATERAL ((${LAST_WRITE('lo')}) UNION ALL (${LAST_WRITE('hi')})) AS w
     WHERE ${CLASS_OF('w.credential')} = 'single' AND EXISTS (SELECT FROM probe_alarms a
       WHERE a.company_id = w.company_id AND a.credential = w.credential AND ${IS_STOP})
     ORDER BY p.edge_id, w.id DESC`,
    [...pairKeys(pairs), pairs.map(({ edgeId }) => edgeId), pairs.map(({ agreementId }) => agreementId)],
  );
  return rows.map((row) => ({
    pair: pairFromRow(row),
    writer: { companyId: row.writer_company, credential: row.credential },
  }));
}
