import type { Tx } from '@pii-vault/platform/db/database';
import { entityMerged, entitySplit } from '../events.ts';
import type { RecordRef } from '../links/edge.ts';
import { entityChanges, type Group } from './entity-ids.ts';

/**
 * Makes these groups the company's entities among `records`; everybody else of `records` is alone. Ids stay where they
 * can (entity-ids.ts), and merged and split entities are told. Under the lock of the company's own scope.
 * @param records every record that is in a group or shares an entity with one of them
 */
export async function reconcileEntities(
  tx: Tx,
  companyId: number,
  records: readonly number[],
  groups: readonly Group[],
): Promise<void> {
  const rows = await tx.query<{ individualId: number; entityId: number }>({
    name: 'entities_held',
    text: `SELECT e.individual_id AS "individualId", e.entity_id AS "entityId"
      FROM unnest($2::bigint[]) AS i(individual_id)
      CROSS JOIN LATERAL (SELECT * FROM entities e
        WHERE e.company_id = $1 AND e.individual_id = i.individual_id OFFSET 0) e`,
    values: [companyId, records],
  });
  const held = new Map(rows.map(({ individualId, entityId }) => [individualId, entityId]));
  const changes = entityChanges(groups, held);
  if (changes.length === 0) return;
  const ids = await newIds(tx, changes.filter(({ entityId }) => entityId === undefined).length);
  const named = changes.map((change) => ({ ...change, entityId: change.entityId ?? ids.pop() ?? 0 }));
  await write(tx, companyId, named);
  await tx.publishAll(
    named.flatMap(({ entityId, members, joined, left }) => [
      ...(left.length > 0 ? [entitySplit(companyId, entityId, left)] : []),
      ...(joined.length > 0 ? [entityMerged(companyId, entityId, members)] : []),
    ]),
  );
}

async function newIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await tx.query<{ id: number }>(
    `SELECT nextval('entity_id') AS id FROM generate_series(1, $1::int)`,
    [count],
  );
  return rows.map(({ id }) => id).reverse();
}

async function write(
  tx: Tx,
  companyId: number,
  changes: ReadonlyArray<{ entityId: number; joined: readonly number[]; left: readonly number[] }>,
): Promise<void> {
  const left = changes.flatMap((change) => change.left);
  if (left.length > 0)
    await tx.query('DELETE FROM entities WHERE company_id = $1 AND individual_id = ANY ($2::bigint[])', [
      companyId,
      left,
    ]);
  const joined = changes.flatMap(({ entityId, joined }) => joined.map((record) => ({ entityId, record })));
  if (joined.length > 0)
    await tx.query(
      `INSERT INTO entities (company_id, individual_id, entity_id)
       SELECT $1, individual_id, entity_id FROM unnest($2::bigint[], $3::bigint[]) AS j(individual_id, entity_id)
       ON CONFLICT (company_id, individual_id) DO UPDATE SET entity_id = excluded.entity_id`,
      [companyId, joined.map(({ record }) => record), joined.map(({ entityId }) => entityId)],
    );
}

/** All members of the entities in which these records are. */
export async function entityMembers(
  tx: Tx,
  records: readonly RecordRef[],
): Promise<Array<RecordRef & { readonly entityId: number }>> {
  if (records.length === 0) return [];
  return tx.query({
    name: 'entities_members_of',
    text: `SELECT DISTINCT m.company_id AS "companyId", m.individual_id AS "individualId", m.entity_id AS "entityId"
      FROM unnest($1::bigint[], $2::bigint[]) AS i(company_id, individual_id)
      JOIN entities e USING (company_id, individual_id)
      JOIN entities m ON m.company_id = e.company_id AND m.entity_id = e.entity_id`,
    values: [records.map(({ companyId }) => companyId), records.map(({ individualId }) => individualId)],
  });
}

/**
 * These records, whoever shares an entity with them, and everybody that verified edges join to one of them. Each step names
 * all columns of one index: before the first statistics of a large table nothing else keeps the planner to it.
 */
export async function reachedFrom(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
): Promise<number[]> {
  const rows = await tx.query<{ individualId: number }>({
    name: 'entities_reached',
    text: `WITH RECURSIVE reached(individual_id) AS (
        SELECT individual_id FROM (
          SELECT unnest($2::bigint[]) AS individual_id
          UNION SELECT m.individual_id FROM unnest($2::bigint[]) AS s(individual_id)
            CROSS JOIN LATERAL (SELECT e.entity_id FROM entities e
              WHERE e.company_id = $1 AND e.individual_id = s.individual_id OFFSET 0) e
            CROSS JOIN LATERAL (SELECT m.individual_id FROM entities m
              WHERE m.company_id = $1 AND m.entity_id = e.entity_id OFFSET 0) m) AS seeds
        UNION
        SELECT n.individual_id FROM reached r CROSS JOIN LATERAL (
          SELECT e.hi_individual_id AS individual_id FROM data_lineage e
            WHERE e.scope = $3 AND e.lo_company_id = $1 AND e.lo_individual_id = r.individual_id
              AND e.verification_status = 'verified'
          UNION ALL
          SELECT e.lo_individual_id FROM data_lineage e
            WHERE e.scope = $3 AND e.hi_company_id = $1 AND e.hi_individual_id = r.individual_id
              AND e.verification_status = 'verified') AS n
      )
      SELECT individual_id AS "individualId" FROM reached ORDER BY 1`,
    values: [companyId, individualIds, `intra:${companyId}`],
  });
  return rows.map(({ individualId }) => individualId);
}

export interface JoiningEdge {
  readonly lo: number;
  readonly hi: number;
  readonly probability: number;
  readonly levels: readonly number[];
  readonly status: 'verified' | 'rejected';
  readonly isDecided: boolean;
}

/** Verified and rejected edges among these records of a company. */
export async function joiningEdges(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
): Promise<JoiningEdge[]> {
  return tx.query<JoiningEdge>({
    name: 'entities_edges',
    text: `SELECT e.lo_individual_id AS lo, e.hi_individual_id AS hi, e.probability, e.levels,
        e.verification_status AS status, e.decision IS NOT NULL AS "isDecided"
      FROM unnest($2::bigint[]) AS i(individual_id)
      CROSS JOIN LATERAL (SELECT * FROM data_lineage e WHERE e.scope = $3 AND e.lo_company_id = $1
        AND e.lo_individual_id = i.individual_id OFFSET 0) e
      WHERE e.verification_status IN ('verified', 'rejected') AND e.hi_individual_id = ANY ($2::bigint[])`,
    values: [companyId, individualIds, `intra:${companyId}`],
  });
}
