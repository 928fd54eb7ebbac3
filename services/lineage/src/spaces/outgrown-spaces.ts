import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Space } from './space.ts';
import { SPACE_COLUMNS } from './spaces-store.ts';

/**
 * Interval between counts of a space, by the number of records behind its model. A small space is counted often: it is
 * soon outgrown, and a count of few records costs little.
 */
const [LEAST, MOST, PER_RECORD] = ['1 minute', '1 hour', '4 milliseconds'];

/**
 * Spaces with `from` records or more and no model of their own, or with `grown` times as many pairs as their model was
 * learnt from. A model without `commonness` counts as none (linkage-model.ts). Under an agreement each of the two
 * companies must have `from` of them: one company alone has no pairs to learn from.
 */
export async function outgrownSpaces(tx: Tx, from: number, grown: number): Promise<Space[]> {
  return tx.query<Space>(
    `WITH due AS (
       SELECT s.id, s.scope LIKE 'intra:%' AS is_intra, coalesce(m.records, 0) AS records,
         coalesce(m.pairs, m.records * (m.records - 1) / 2, 0) AS pairs
       FROM match_spaces s
       LEFT JOIN LATERAL (SELECT (l.artefact->>'rows')::numeric AS records, (l.artefact->>'pairs')::numeric AS pairs
         FROM match_models l
         WHERE l.version = s.model_version AND l.scope IS NOT NULL AND l.artefact ? 'commonness' OFFSET 0) m ON true
       WHERE s.state = 'active' AND s.next_count_at < now() FOR UPDATE OF s SKIP LOCKED),
     counted AS (
       UPDATE match_spaces s
       SET next_count_at = now() + least($4::interval, greatest($3::interval, due.records::float8 * $5::interval))
       FROM due WHERE s.id = due.id)
     SELECT ${SPACE_COLUMNS} FROM match_spaces s JOIN due USING (id)
     CROSS JOIN LATERAL (SELECT sum(c.records) AS records, min(c.records) AS fewest, count(*) AS companies
       FROM (SELECT count(*) AS records FROM match_records r WHERE r.space_id = s.id GROUP BY r.company_id) c) held
     WHERE held.fewest >= $1 AND (held.companies > 1 OR due.is_intra)
       AND $2::numeric * due.pairs <= CASE WHEN due.is_intra THEN held.records * (held.records - 1) / 2
         ELSE held.fewest * (held.records - held.fewest) END`,
    [from, grown, LEAST, MOST, PER_RECORD],
  );
}
