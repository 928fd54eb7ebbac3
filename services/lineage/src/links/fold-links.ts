import type { Database } from '@pii-vault/platform/postgres/database';
import { foldChanges } from '@pii-vault/platform/postgres/fold-changes';
import { TEN } from './kinds-store.ts';

/** Key of the advisory lock that only this job uses. */
const FOLD_LOCK = 5_120_033_872;
/** Maximum rows per run: takes tens of milliseconds. */
const FOLD_ROWS = 20_000;

const KIND =
  'company_id, lo_company_id, hi_company_id, agreement_id, relationship_type, verification_status, is_hidden';
const KEY = `${KIND}, confidence_tenths`;

/** Moves appended changes into the counts, atomically; sums over both tables stay the same. */
const FOLD = `WITH gone AS (
    DELETE FROM link_changes WHERE (company_id, id) IN (SELECT company_id, id FROM link_changes LIMIT $1::integer)
    RETURNING *
  ), counts AS (
    INSERT INTO link_counts AS c (${KEY}, edges)
    SELECT ${KEY}, sum(edges) FROM gone GROUP BY ${KEY} HAVING sum(edges) <> 0
    ON CONFLICT (${KEY}) DO UPDATE SET edges = c.edges + excluded.edges
  ), tens AS (
    INSERT INTO link_tens AS t (${KIND}, ten, edges, confidence_sum)
    SELECT ${KIND}, ${TEN}, sum(edges), sum(edges * confidence_tenths) FROM gone AS e GROUP BY ${KIND}, ${TEN}
    ON CONFLICT (${KIND}, ten) DO UPDATE SET edges = t.edges + excluded.edges, confidence_sum = t.confidence_sum + excluded.confidence_sum
  )
  SELECT count(*)::integer AS folded FROM gone`;

/** Folds the changes since the last run. */
export function foldLinks(db: Pick<Database, 'system'>) {
  return foldChanges(db, {
    lock: FOLD_LOCK,
    rows: FOLD_ROWS,
    statement: FOLD,
    tidy: 'WITH tens AS (DELETE FROM link_tens WHERE edges = 0) DELETE FROM link_counts WHERE edges = 0',
  });
}
