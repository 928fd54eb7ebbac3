import type { Tx } from '@pii-vault/platform/postgres/database';

/** More records of one person are a mistake that a list does not help to repair. */
const MOST = 200;

/**
 * For each of the people who has any: the other records of the company that are the same person, ascending. These are
 * members of its entity, and ends of its verified edges, which a guarded merge may have left outside. Decided pairs
 * count by their verdict.
 */
export async function verifiedSame(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await tx.query<{ id: number; same: number }>(
    `SELECT asked.id, s.id AS same FROM (SELECT DISTINCT unnest($2::bigint[]) AS id) AS asked CROSS JOIN LATERAL (
       SELECT id FROM (
         SELECT m.individual_id AS id FROM entities own JOIN entities m USING (company_id, entity_id)
           WHERE own.company_id = $1 AND own.individual_id = asked.id
         UNION SELECT e.hi_individual_id FROM data_lineage e WHERE e.company_id = $1 AND e.lo_individual_id = asked.id
           AND e.agreement_id IS NULL AND e.verification_status = 'verified'
         UNION SELECT e.lo_individual_id FROM data_lineage e WHERE e.company_id = $1 AND e.hi_individual_id = asked.id
           AND e.agreement_id IS NULL AND e.verification_status = 'verified') AS same
       WHERE id <> asked.id ORDER BY id LIMIT ${MOST}) AS s
     ORDER BY asked.id, s.id`,
    [companyId, individualIds],
  );
  const found = new Map<number, number[]>();
  for (const { id, same } of rows) found.set(id, [...(found.get(id) ?? []), same]);
  return found;
}
