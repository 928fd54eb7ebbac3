import type { Tx } from '@pii-vault/platform/db/database';
import type { Spender } from '../probes/probes-store.ts';

/** Spreads the pairs of a credential that were held back, and those that were kept, over the hours from `at` on. */
export async function releaseHeld(
  tx: Tx,
  { companyId, credential }: Spender,
  { at, linksPerHour }: { readonly at: Date; readonly linksPerHour: number },
): Promise<void> {
  await tx.query(
    `UPDATE cross_pairs p SET disclose_at = $3::timestamptz + (1 + h.place / $4::int) * interval '1 hour'
     FROM (SELECT c.scope, c.lo_company_id, c.lo_individual_id, c.hi_company_id, c.hi_individual_id,
         row_number() OVER (ORDER BY c.lo_individual_id, c.hi_individual_id, c.scope) - 1 AS place
       FROM cross_pairs c WHERE c.credential = $2 AND c.charged_company_id = $1
         AND c.edge_id IS NULL AND c.disclose_at = 'infinity') AS h
     WHERE (p.scope, p.lo_company_id, p.lo_individual_id, p.hi_company_id, p.hi_individual_id)
       = (h.scope, h.lo_company_id, h.lo_individual_id, h.hi_company_id, h.hi_individual_id)`,
    [companyId, credential, at, linksPerHour],
  );
  await tx.query(
    `UPDATE cross_pairs p SET retire_at = $3::timestamptz + (1 + h.place / $4::int) * interval '1 hour'
     FROM (SELECT c.edge_id, row_number() OVER (ORDER BY c.edge_id) - 1 AS place FROM cross_pairs c
       WHERE c.retire_company_id = $1 AND c.retire_credential = $2 AND c.retire_at = 'infinity') AS h
     WHERE p.edge_id = h.edge_id`,
    [companyId, credential, at, linksPerHour],
  );
}
