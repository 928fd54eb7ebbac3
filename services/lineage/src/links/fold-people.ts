import type { Database } from '@pii-vault/platform/postgres/database';
import { foldChanges } from '@pii-vault/platform/postgres/fold-changes';

/** Key of the advisory lock that only this job uses. */
const FOLD_LOCK = 5_120_033_873;
/** Maximum rows per run: takes some 100 ms. */
const FOLD_ROWS = 5_000;

/** Computes the state of each changed person again and updates the counts, atomically. */
const FOLD = `WITH gone AS (
    DELETE FROM link_people_changes WHERE (company_id, id) IN (SELECT company_id, id FROM link_people_changes LIMIT $1::integer)
    RETURNING company_id, individual_id
  ), seen AS MATERIALIZED (
    SELECT g.company_id, g.individual_id, p.seen_as AS before, s.seen_as AS now
    FROM (SELECT DISTINCT company_id, individual_id FROM gone) AS g
    LEFT JOIN LATERAL (SELECT p.seen_as FROM link_people p
      WHERE p.company_id = g.company_id AND p.individual_id = g.individual_id OFFSET 0) AS p ON true
    CROSS JOIN LATERAL (SELECT seen_as(g.company_id, g.individual_id) OFFSET 0) AS s(seen_as)
  ), moved AS MATERIALIZED (SELECT * FROM seen WHERE before IS DISTINCT FROM now),
  kept AS (
    INSERT INTO link_people AS p (company_id, individual_id, seen_as)
    SELECT company_id, individual_id, now FROM moved WHERE now IS NOT NULL
    ON CONFLICT (company_id, individual_id) DO UPDATE SET seen_as = excluded.seen_as
  ), dropped AS (
    DELETE FROM link_people p USING moved m
    WHERE m.now IS NULL AND p.company_id = m.company_id AND p.individual_id = m.individual_id
  ), counted AS (
    INSERT INTO link_people_counts AS c (company_id, seen_as, people)
    SELECT company_id, seen_as, sum(people) FROM (
      SELECT company_id, before AS seen_as, -1 AS people FROM moved WHERE before IS NOT NULL
      UNION ALL SELECT company_id, now, 1 FROM moved WHERE now IS NOT NULL) AS m
    GROUP BY 1, 2 HAVING sum(people) <> 0
    ON CONFLICT (company_id, seen_as) DO UPDATE SET people = c.people + excluded.people
  )
  SELECT count(*)::integer AS folded FROM gone`;

/** Folds the changes since the last run. */
export function foldPeople(db: Pick<Database, 'system'>) {
  return foldChanges(db, {
    lock: FOLD_LOCK,
    rows: FOLD_ROWS,
    statement: FOLD,
    tidy: 'DELETE FROM link_people_counts WHERE people = 0',
  });
}
