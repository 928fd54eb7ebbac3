import type { Database } from '@pii-vault/platform/postgres/database';
import { foldChanges } from '@pii-vault/platform/postgres/fold-changes';
import { SHARED_COLUMNS } from '../../people/individuals/people-sums.ts';

/** Key of the advisory lock that only this job uses. */
const FOLD_LOCK = 5_120_033_871;
/** Maximum rows per run: takes tens of milliseconds. */
const FOLD_ROWS = 20_000;

const columns = SHARED_COLUMNS.join(', ');
const sums = SHARED_COLUMNS.map((column) => `sum(${column})`).join(', ');
const added = SHARED_COLUMNS.map((column) => `${column} = t.${column} + excluded.${column}`).join(', ');

/** Moves appended changes into the totals and days, atomically; sums over both tables stay the same. */
const FOLD = `WITH gone AS (
    DELETE FROM people_changes WHERE (company_id, id) IN (SELECT company_id, id FROM people_changes LIMIT $1::integer)
    RETURNING *
  ), totals AS (
    INSERT INTO people_totals AS t (company_id, individuals, ${columns})
    SELECT company_id, sum(added) - sum(removed), ${sums} FROM gone GROUP BY company_id
    ON CONFLICT (company_id) DO UPDATE SET individuals = t.individuals + excluded.individuals, ${added}
  ), days AS (
    INSERT INTO people_days AS d (company_id, day, added, removed)
    SELECT company_id, day, sum(added), sum(removed) FROM gone GROUP BY company_id, day HAVING sum(added) + sum(removed) > 0
    ON CONFLICT (company_id, day) DO UPDATE SET added = d.added + excluded.added, removed = d.removed + excluded.removed
  )
  SELECT count(*)::integer AS folded FROM gone`;

/** Folds the changes since the last run. */
export function foldPeople(db: Pick<Database, 'system'>) {
  return foldChanges(db, {
    lock: FOLD_LOCK,
    rows: FOLD_ROWS,
    statement: FOLD,
  });
}
