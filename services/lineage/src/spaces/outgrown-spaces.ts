import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Space } from './space.ts';
import { SPACE_COLUMNS } from './spaces-store.ts';

/** Interval between counts of spaces. */
const COUNT_EVERY = '1 hour';

/**
 * Spaces with `from` records or more and no model of their own, or with `grown` times as many as their model was learnt
 * from. Under an agreement each of the two companies must have `from` of them: one company alone has no pairs to learn
 * from. Each space is checked once an hour.
 */
export async function outgrownSpaces(tx: Tx, from: number, grown: number): Promise<Space[]> {
  return tx.query<Space>(
    `WITH counted AS (
       UPDATE match_spaces SET counted_at = now() WHERE id IN (SELECT s.id FROM match_spaces s
         WHERE s.state = 'active' AND s.counted_at < now() - $3::interval FOR UPDATE SKIP LOCKED)
       RETURNING id)
     SELECT ${SPACE_COLUMNS} FROM match_spaces s JOIN counted USING (id)
     LEFT JOIN match_models m ON m.version = s.model_version AND m.scope IS NOT NULL
     CROSS JOIN LATERAL (SELECT sum(c.records) AS records, min(c.records) AS fewest, count(*) AS companies
       FROM (SELECT count(*) AS records FROM match_records r WHERE r.space_id = s.id GROUP BY r.company_id) c) held
     WHERE held.records >= greatest($1::bigint, $2 * coalesce((m.artefact->>'rows')::bigint, 0))
       AND held.fewest >= $1 AND (held.companies > 1 OR s.scope LIKE 'intra:%')`,
    [from, grown, COUNT_EVERY],
  );
}
