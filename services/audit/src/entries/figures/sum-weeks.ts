import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { lockAppender } from '../append-lock.ts';

/** Longest range of the figures in days, plus a week. */
const KEPT_DAYS = 98;
const TODAY = "(now() AT TIME ZONE 'UTC')::date";
/** Company id of the sums over all companies. */
export const ALL_COMPANIES = -1;

/** Sums weeks that ended before yesterday, one per transaction. Sums a week again when late entries made it stale. */
export function sumWeeks({ db }: { readonly db: Pick<Database, 'system'> }) {
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && (await db.system(sumNextWeek)));
  };
}

/** @returns false when no week is due */
export async function sumNextWeek(tx: Pick<Tx, 'query'>): Promise<boolean> {
  const [due] = await tx.query<{ week: string }>(NEXT_WEEK);
  if (due === undefined) return false;
  // After this lock, an append of late entries has either committed, or will find the week summed and mark it stale.
  await lockAppender(tx);
  await tx.query(`DELETE FROM access_weeks WHERE week = $1::date OR week < ${TODAY} - ${2 * KEPT_DAYS}`, [
    due.week,
  ]);
  await tx.query(SUM_UP, [due.week]);
  await tx.query(
    `INSERT INTO access_weeks_summed (week) VALUES ($1::date) ON CONFLICT (week) DO UPDATE SET is_stale = false`,
    [due.week],
  );
  return true;
}

const NEXT_WEEK = `SELECT w.week::text FROM (
    SELECT date_trunc('week', (${TODAY} - ${KEPT_DAYS})::timestamp)::date + 7 * n AS week FROM generate_series(0, ${KEPT_DAYS / 7}) AS n) AS w
  LEFT JOIN access_weeks_summed s ON s.week = w.week
  WHERE w.week + 7 < ${TODAY} AND coalesce(s.is_stale, true) ORDER BY w.week LIMIT 1`;

const SUM_UP = `INSERT INTO access_weeks (company_id, kind, week, key, entries)
  SELECT coalesce(company_id, ${ALL_COMPANIES}), kind, $1::date, key, sum(entries) FROM (
    SELECT a.company_id, k.name AS kind, CASE k.name WHEN 'day' THEN to_char(a.day, 'YYYY-MM-DD')
      WHEN 'weekhour' THEN extract(isodow FROM a.day)::integer || ':' || a.key ELSE a.key END AS key, a.entries
    FROM company_heads c
    CROSS JOIN (VALUES ('action', 'action'), ('hour', 'hour'), ('actor', 'actor'), ('day', 'action'), ('weekhour', 'hour'),
      ('reveal', 'reveal')) AS k(name, kind)
    CROSS JOIN LATERAL (SELECT * FROM access_days d WHERE d.company_id = c.company_id AND d.kind = k.kind
      AND d.day >= $1::date AND d.day < $1::date + 7 OFFSET 0) AS a) AS s
  GROUP BY GROUPING SETS ((company_id, kind, key), (kind, key))`;

/** @param days ISO dates of the entries just counted */
export async function noteLateEntries(tx: Tx, days: readonly string[], today: Date): Promise<void> {
  const yesterday = new Date(today.getTime() - 86_400_000).toISOString().slice(0, 10);
  const late = [...new Set(days)].filter((day) => day < yesterday);
  if (late.length === 0) return;
  await tx.query(
    `UPDATE access_weeks_summed SET is_stale = true
     WHERE week IN (SELECT date_trunc('week', d::timestamp)::date FROM unnest($1::date[]) AS d)`,
    [late],
  );
}
