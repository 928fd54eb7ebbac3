import type { Tx } from '@pii-vault/platform/postgres/database';

/** More records of one person are a mistake that a list does not help to repair. */
const MOST = 200;

/**
 * The other records of the company that are the same person as this one: members of its entity, and ends of its
 * verified edges, which a guarded merge may have left outside. Ascending. Decided pairs count by their verdict.
 */
export async function verifiedSame(tx: Tx, companyId: number, individualId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `WITH own AS (SELECT entity_id FROM entities WHERE company_id = $1 AND individual_id = $2)
     SELECT id FROM (
       SELECT m.individual_id AS id FROM entities m JOIN own USING (entity_id) WHERE m.company_id = $1
       UNION SELECT e.hi_individual_id FROM data_lineage e WHERE e.company_id = $1 AND e.lo_individual_id = $2
         AND e.agreement_id IS NULL AND e.verification_status = 'verified'
       UNION SELECT e.lo_individual_id FROM data_lineage e WHERE e.company_id = $1 AND e.hi_individual_id = $2
         AND e.agreement_id IS NULL AND e.verification_status = 'verified') AS same
     WHERE id <> $2 ORDER BY id LIMIT ${MOST}`,
    [companyId, individualId],
  );
  return rows.map(({ id }) => id);
}
