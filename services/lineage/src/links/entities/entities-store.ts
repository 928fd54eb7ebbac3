import type { Tx } from '@pii-vault/platform/postgres/database';
import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import { entityMerged, entitySplit } from '../../events.ts';
import type { RecordRef } from '../../spaces/scopes/record-ref.ts';
import { type EntityChange, entityChanges, type Group } from './entity-ids.ts';

/**
 * Makes these groups the company's entities among `held`; all other records of `held` are single. Ids stay where
 * possible (entity-ids.ts). Call it under the lock of the company's own scope.
 * @param held the entity, if any, of every record that is in a group or shares an entity with one of them
 * @returns events of merged and split entities, to be published
 */
export async function reconcileEntities(
  tx: Tx,
  companyId: number,
  held: ReadonlyMap<number, number>,
  groups: readonly Group[],
): Promise<OutboxMessage[]> {
  const changes = entityChanges(groups, held);
  if (changes.length === 0) return [];
  const named = await write(tx, companyId, changes);
  return named.flatMap(({ entityId, members, joined, left }) => [
    ...(left.length > 0 ? [entitySplit(companyId, entityId, left)] : []),
    ...(joined.length > 0 ? [entityMerged(companyId, entityId, members)] : []),
  ]);
}

/** Writes changes; new entities get an id. */
async function write(
  tx: Tx,
  companyId: number,
  changes: readonly EntityChange[],
): Promise<Array<EntityChange & { readonly entityId: number }>> {
  const left = changes.flatMap((change) => change.left);
  if (left.length > 0)
    await tx.query('DELETE FROM entities WHERE company_id = $1 AND individual_id = ANY ($2::bigint[])', [
      companyId,
      left,
    ]);
  const joined = changes.flatMap(({ entityId, joined }, at) =>
    joined.map((record) => ({ at, entityId, record })),
  );
  if (joined.length === 0) return changes.flatMap(named(new Map()));
  const rows = await tx.query<{ individualId: number; entityId: number }>({
    name: 'entities_write',
    text: `WITH made AS MATERIALIZED (
        SELECT n.at, nextval('entity_id') AS id FROM (SELECT DISTINCT at FROM
          unnest($3::bigint[], $4::int[]) AS j(entity_id, at) WHERE entity_id IS NULL) AS n)
      INSERT INTO entities (company_id, individual_id, entity_id)
      SELECT $1, j.individual_id, coalesce(j.entity_id, m.id)
      FROM unnest($2::bigint[], $3::bigint[], $4::int[]) AS j(individual_id, entity_id, at) LEFT JOIN made m USING (at)
      ON CONFLICT (company_id, individual_id) DO UPDATE SET entity_id = excluded.entity_id
      RETURNING individual_id AS "individualId", entity_id AS "entityId"`,
    values: [
      companyId,
      joined.map(({ record }) => record),
      joined.map(({ entityId }) => entityId ?? null),
      joined.map(({ at }) => at),
    ],
  });
  return changes.flatMap(named(new Map(rows.map((row) => [row.individualId, row.entityId]))));
}

const named =
  (entityOf: ReadonlyMap<number, number>) =>
  (change: EntityChange): Array<EntityChange & { readonly entityId: number }> => {
    const entityId = change.entityId ?? entityOf.get(change.joined[0] ?? 0);
    return entityId === undefined ? [] : [{ ...change, entityId }];
  };

/** The entity of each of the company's records that has one. */
export async function heldEntities(tx: Tx, companyId: number): Promise<Map<number, number>> {
  const rows = await tx.query<{ individualId: number; entityId: number }>(
    'SELECT individual_id AS "individualId", entity_id AS "entityId" FROM entities WHERE company_id = $1',
    [companyId],
  );
  return new Map(rows.map(({ individualId, entityId }) => [individualId, entityId]));
}

/** All members of the entities in which these records are. */
export async function entityMembers(
  tx: Tx,
  records: readonly RecordRef[],
): Promise<Array<RecordRef & { readonly entityId: number }>> {
  if (records.length === 0) return [];
  return tx.query({
    name: 'entities_members_of',
    // OFFSET 0 forces look-ups: for some hundred records the planner would read all entities.
    text: `SELECT DISTINCT m.company_id AS "companyId", m.individual_id AS "individualId", m.entity_id AS "entityId"
      FROM unnest($1::bigint[], $2::bigint[]) AS i(company_id, individual_id)
      CROSS JOIN LATERAL (SELECT e.company_id, e.entity_id FROM entities e
        WHERE e.company_id = i.company_id AND e.individual_id = i.individual_id OFFSET 0) e
      CROSS JOIN LATERAL (SELECT m.* FROM entities m
        WHERE m.company_id = e.company_id AND m.entity_id = e.entity_id OFFSET 0) m`,
    values: [records.map(({ companyId }) => companyId), records.map(({ individualId }) => individualId)],
  });
}

export interface JoiningEdge {
  readonly lo: number;
  readonly hi: number;
  readonly probability: number;
  readonly levels: readonly number[];
  readonly status: 'verified' | 'rejected';
  readonly isDecided: boolean;
}

/** A record that is reached, the entity in which it is, and its verified and rejected edges to higher ids. */
export interface ReachedRecord {
  readonly individualId: number;
  readonly entityId: number | null;
  readonly edges: readonly JoiningEdge[] | null;
}

/**
 * These records, records that share an entity with them, and records that verified edges link to them, by id. Each
 * step names all columns of one index: without statistics of a large table, only this makes the planner use it.
 */
export async function reachedFrom(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
): Promise<ReachedRecord[]> {
  return await tx.query<ReachedRecord>({
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
      SELECT r.individual_id AS "individualId", h.entity_id AS "entityId", j.edges
      FROM reached r
      LEFT JOIN LATERAL (SELECT e.entity_id FROM entities e
        WHERE e.company_id = $1 AND e.individual_id = r.individual_id OFFSET 0) h ON true
      LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('lo', e.lo_individual_id, 'hi', e.hi_individual_id,
          'probability', e.probability, 'levels', e.levels, 'status', e.verification_status,
          'isDecided', e.decision IS NOT NULL)) AS edges
        FROM (SELECT * FROM data_lineage e WHERE e.scope = $3 AND e.lo_company_id = $1
          AND e.lo_individual_id = r.individual_id OFFSET 0) e
        WHERE e.verification_status IN ('verified', 'rejected')) j ON true
      ORDER BY 1`,
    values: [companyId, individualIds, `intra:${companyId}`],
  });
}
