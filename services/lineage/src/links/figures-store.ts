import type { Tx } from '@pii-vault/platform/db/database';
import type { Reader } from './reader.ts';
import { parameters, visibleTo } from './visible.ts';

export interface Summary {
  readonly total: number;
  readonly average: number;
  readonly median: number;
  readonly uniqueIndividuals: number;
  readonly verified: number;
  readonly within: number;
  readonly cross: number;
  readonly pending: number;
  readonly pendingOverADay: number;
  readonly crossLinkedIndividuals: number;
}

/** Figures over all edges that the reader sees; individuals count when the reader may read their company. */
export async function summarise(tx: Tx, reader: Reader): Promise<Summary> {
  const values: unknown[] = [];
  const parameter = parameters(values);
  const listed = `company_id = ANY (${parameter(reader.listed)}::bigint[])`;
  const visible = visibleTo(reader, parameter).join(' AND ');
  const [row] = await tx.query<Summary>(
    `WITH v AS (SELECT e.* FROM data_lineage e WHERE e.${listed} AND ${visible}),
     sides AS (
       SELECT lo_company_id AS company_id, lo_individual_id AS individual_id, relationship_type, verification_status FROM v
       UNION ALL
       SELECT hi_company_id, hi_individual_id, relationship_type, verification_status FROM v
     ), own AS (SELECT * FROM sides WHERE ${listed})
     SELECT count(*)::int AS total,
       coalesce(avg(confidence_score), 0)::float8 AS average,
       coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY confidence_score::float8), 0)::float8 AS median,
       (SELECT count(DISTINCT (company_id, individual_id))::int FROM own) AS "uniqueIndividuals",
       count(*) FILTER (WHERE verification_status = 'verified')::int AS verified,
       count(*) FILTER (WHERE relationship_type = 'duplicate_detection')::int AS within,
       count(*) FILTER (WHERE relationship_type <> 'duplicate_detection')::int AS cross,
       count(*) FILTER (WHERE verification_status = 'pending')::int AS pending,
       count(*) FILTER (WHERE verification_status = 'pending' AND created_at < now() - interval '1 day')::int
         AS "pendingOverADay",
       (SELECT count(DISTINCT (company_id, individual_id))::int FROM own
        WHERE relationship_type = 'same_individual' AND verification_status <> 'rejected') AS "crossLinkedIndividuals"
     FROM v`,
    values,
  );
  if (row === undefined) throw new Error('an aggregate gives one row');
  return row;
}
