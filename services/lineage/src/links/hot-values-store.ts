import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Reader } from './reader.ts';

/** What is too common in a scope to join anybody. */
export interface HotValues {
  /** One. */
  readonly companyIds: readonly number[];
  readonly sharedValues: number;
  readonly crowdedKeys: number;
}

/**
 * By company that the reader lists; companies without any are left out. The people behind the values are unknown here.
 * Scopes across companies are left out: the number of records that one company adds until a value is common shows what
 * the other holds.
 */
export async function hotValues(tx: Tx, { listed }: Pick<Reader, 'listed'>): Promise<HotValues[]> {
  return await tx.query<HotValues>(
    `SELECT ARRAY[c.id] AS "companyIds", count(*) FILTER (WHERE h.is_handle)::int AS "sharedValues",
       count(*) FILTER (WHERE NOT h.is_handle)::int AS "crowdedKeys"
     FROM unnest($1::bigint[]) AS c(id) JOIN match_spaces m ON m.scope = 'intra:' || c.id AND m.state = 'active'
     JOIN match_hot_tokens h ON h.space_id = m.id
     GROUP BY c.id ORDER BY c.id`,
    [listed],
  );
}
