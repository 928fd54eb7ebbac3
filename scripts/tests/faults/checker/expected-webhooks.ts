import type { Client } from 'pg';

/** Expected webhook messages, derived from audit and lineage, independently of the code that sends them. */
export interface ExpectedWebhooks {
  /** Allowed reveals, one for each person of an entry, as `revealName`. */
  readonly reveals: ReadonlySet<string>;
  /** Number of links that lineage announced per company, from its audit entries. */
  readonly announced: ReadonlyMap<number, number>;
  /** Stored links by `linkName`, with their grade. */
  readonly links: ReadonlyMap<string, string>;
  /** Messages that are pending or dead. */
  readonly unsent: number;
}

export const revealName = (companyId: number, auditId: number, individualId: number): string =>
  `reveal ${auditId} of ${companyId}/${individualId}`;
export const linkName = (companyId: number, edgeId: number): string =>
  `link ${edgeId} of company ${companyId}`;
export const gradeOf = (relationshipType: string, verificationStatus: string): string =>
  `${relationshipType} ${verificationStatus}`;

/**
 * @param client in a transaction with one snapshot
 * @param companies the companies with webhooks
 */
export async function readExpectedWebhooks(
  client: Client,
  companies: readonly number[],
): Promise<ExpectedWebhooks> {
  const all = async <T extends object>(text: string): Promise<T[]> =>
    (await client.query<T>(text, [companies])).rows;
  const reveals = await all<{ companyId: number; auditId: number; individualIds: number[] }>(
    `SELECT company_id::int AS "companyId", id::int AS "auditId",
       CASE WHEN individual_id IS NULL THEN details -> 'individualIds' ELSE jsonb_build_array(individual_id) END
         AS "individualIds"
     FROM audit.audit_trail WHERE company_id = ANY ($1::bigint[]) AND action = 'field_decrypt'
       AND coalesce(details ->> 'decision', 'allowed') = 'allowed'`,
  );
  const announced = await all<{ companyId: number; edges: number }>(
    `SELECT company_id::int AS "companyId", sum((details -> 'counts' ->> 'edges')::int)::int AS edges
     FROM audit.audit_trail WHERE company_id = ANY ($1::bigint[]) AND producer = 'lineage'
       AND action IN ('link_detected', 'cross_company_link') GROUP BY 1`,
  );
  const links = await all<{ companyId: number; id: number; type: string; status: string }>(
    `SELECT company_id::int AS "companyId", id::int, relationship_type AS type, verification_status AS status
     FROM lineage.data_lineage WHERE company_id = ANY ($1::bigint[])`,
  );
  const [sending] = await all<{ unsent: number }>(
    `SELECT count(*)::int AS unsent FROM tenancy.deliveries
     WHERE status <> 'delivered' AND company_id = ANY ($1::bigint[])`,
  );
  return {
    reveals: new Set(
      reveals.flatMap(({ companyId, auditId, individualIds }) =>
        (individualIds ?? []).map((id) => revealName(companyId, auditId, id)),
      ),
    ),
    announced: new Map(announced.map(({ companyId, edges }) => [companyId, edges])),
    links: new Map(
      links.map(({ companyId, id, type, status }) => [linkName(companyId, id), gradeOf(type, status)]),
    ),
    unsent: sending?.unsent ?? 0,
  };
}
