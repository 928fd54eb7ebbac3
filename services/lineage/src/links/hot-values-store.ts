import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Reader } from './reader.ts';

/** Values that are too common in a scope to join records. */
export interface HotValues {
  /** One company. */
  readonly companyIds: readonly number[];
  readonly sharedValues: number;
  readonly crowdedKeys: number;
}

/**
 * By company that the reader lists; companies without hot values are omitted. The people behind the values are unknown
 * here. Scopes across companies are excluded: by adding records until a value is common, one company could count the
 * other's records.
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
