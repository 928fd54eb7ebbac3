import type { Tx } from '@pii-vault/platform/db/database';
import type { Reader } from './reader.ts';

/** What is too common in a scope to join anybody. */
export interface HotValues {
  /** The company of the scope, or the two of its agreement. */
  readonly companyIds: readonly number[];
  readonly sharedValues: number;
  readonly crowdedKeys: number;
}

/** By scope, of companies that the reader lists; scopes without any are left out. Whose values they are is not known here. */
export async function hotValues(tx: Tx, reader: Reader): Promise<HotValues[]> {
  return await tx.query<HotValues>(
    `WITH scopes AS (
       SELECT 'intra:' || c.id AS scope, ARRAY[c.id] AS company_ids FROM unnest($1::bigint[]) AS c(id)
       UNION
       SELECT 'cross:' || a.agreement_id, ARRAY[least(a.company_id, a.other_company_id), greatest(a.company_id, a.other_company_id)]
       FROM agreement_scopes a WHERE a.company_id = ANY ($1::bigint[]) AND a.agreement_id = ANY ($2::bigint[])
     )
     SELECT s.company_ids AS "companyIds", count(*) FILTER (WHERE h.is_handle)::int AS "sharedValues",
       count(*) FILTER (WHERE NOT h.is_handle)::int AS "crowdedKeys"
     FROM scopes s JOIN match_spaces m ON m.scope = s.scope AND m.state = 'active'
     JOIN match_hot_tokens h ON h.space_id = m.id
     GROUP BY s.scope, s.company_ids ORDER BY s.company_ids`,
    [reader.listed, reader.agreements],
  );
}
