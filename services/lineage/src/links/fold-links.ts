import type { Database } from '@pii-vault/platform/db/database';
import { foldChanges } from '@pii-vault/platform/db/fold-changes';

/** Any number that only this job locks under. */
const FOLD_LOCK = 5_120_033_872;
/** Rows that one turn folds: some tens of milliseconds. */
const FOLD_ROWS = 20_000;

const KEY = `company_id, lo_company_id, hi_company_id, agreement_id, relationship_type, verification_status, is_hidden,
  confidence_tenths`;

/** Moves appended changes into the counts, all of it or nothing; the sums over both stay what they are. */
const FOLD = `WITH gone AS (
    DELETE FROM link_changes WHERE (company_id, id) IN (SELECT company_id, id FROM link_changes LIMIT $1::integer)
    RETURNING *
  ), counts AS (
    INSERT INTO link_counts AS c (${KEY}, edges)
    SELECT ${KEY}, sum(edges) FROM gone GROUP BY ${KEY} HAVING sum(edges) <> 0
    ON CONFLICT (${KEY}) DO UPDATE SET edges = c.edges + excluded.edges
  )
  SELECT count(*)::integer AS folded FROM gone`;

/** Folds what was appended since the last turn. */
export function foldLinks(db: Pick<Database, 'system'>) {
  return foldChanges(db, {
    lock: FOLD_LOCK,
    rows: FOLD_ROWS,
    statement: FOLD,
    tidy: 'DELETE FROM link_counts WHERE edges = 0',
  });
}
