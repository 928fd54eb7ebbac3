import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';

/** What one actor did with one person's data for one purpose. */
export interface Disclosure {
  readonly action: string;
  readonly actorType: string;
  readonly actorId: string;
  readonly onBehalfOf: string;
  readonly purpose: string;
  readonly fieldNames: readonly string[];
  readonly times: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

const MOST = 1_000;

/**
 * Every entry that names the person, alone or with others: one index for each case. Grouped, because an actor who reads
 * daily is one recipient.
 */
export const DISCLOSURES_QUERY = `SELECT action, actor_type, actor_id, coalesce(details ->> 'onBehalfOf', '') AS on_behalf_of,
    coalesce(details ->> 'purpose', '') AS purpose, count(DISTINCT leaf_index)::int AS times,
    coalesce(array_agg(DISTINCT name ORDER BY name) FILTER (WHERE name IS NOT NULL), '{}') AS field_names,
    min("timestamp") AS first_at, max("timestamp") AS last_at
  FROM (
    SELECT leaf_index, action, actor_type, actor_id, details, "timestamp" FROM audit_trail
    WHERE company_id = $1::bigint AND individual_id = $2::bigint
    UNION ALL
    SELECT t.leaf_index, t.action, t.actor_type, t.actor_id, t.details, t."timestamp"
    FROM trail_people p JOIN audit_trail t ON t.company_id = p.company_id AND t.leaf_index = p.leaf_index
    WHERE p.company_id = $1::bigint AND p.individual_id = $2::bigint
      AND t.details -> 'individualIds' @> to_jsonb($2::bigint)) AS e
  LEFT JOIN LATERAL jsonb_array_elements_text(coalesce(details -> 'fieldNames', '[]')) AS n(name) ON true
  WHERE details ->> 'decision' IS DISTINCT FROM 'refused'
  GROUP BY 1, 2, 3, 4, 5 ORDER BY last_at DESC LIMIT $3`;

interface Row {
  action: string;
  actor_type: string;
  actor_id: string;
  on_behalf_of: string;
  purpose: string;
  times: number;
  field_names: string[];
  first_at: Date;
  last_at: Date;
}

export function sumDisclosures(deps: { readonly db: Pick<Database, 'tenant'> }) {
  return async (_ctx: Ctx, companyId: number, individualId: number): Promise<Disclosure[]> => {
    const rows = await deps.db.tenant({ companies: [companyId] }, (tx) =>
      tx.query<Row>(DISCLOSURES_QUERY, [companyId, individualId, MOST]),
    );
    return rows.map((row) => ({
      action: row.action,
      actorType: row.actor_type,
      actorId: row.actor_id,
      onBehalfOf: row.on_behalf_of,
      purpose: row.purpose,
      fieldNames: row.field_names,
      times: row.times,
      firstAt: row.first_at,
      lastAt: row.last_at,
    }));
  };
}
