import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { COUNTS, takeOut } from './login-sums.ts';

/** Time by which a window slides per transaction, at most. */
const STEP = '6 hours';

/** Slides every window to the current time, step by step. */
export function slideWindows({ db }: { readonly db: Pick<Database, 'system'> }) {
  return async (signal: AbortSignal): Promise<void> => {
    for (const { hours } of await db.system((tx) =>
      tx.query<{ hours: number }>('SELECT hours FROM login_windows'),
    ))
      while (!signal.aborted && (await db.system((tx) => slide(tx, hours))));
  };
}

/** @returns whether more attempts have to be removed */
async function slide(tx: Tx, hours: number): Promise<boolean> {
  const [to] = await tx.query<{ until: Date; isBehind: boolean }>(
    `SELECT least(now() - make_interval(hours => hours), cut_at + interval '${STEP}') AS until,
       cut_at + interval '${STEP}' < now() - make_interval(hours => hours) AS "isBehind"
     FROM login_windows WHERE hours = $1::integer FOR UPDATE SKIP LOCKED`,
    [hours],
  );
  if (to === undefined) return false;
  await takeOut(tx, LEAVING, [hours, to.until]);
  await tx.query(
    'UPDATE login_windows SET cut_at = greatest(cut_at, $2::timestamptz) WHERE hours = $1::integer',
    [hours, to.until],
  );
  return to.isBehind;
}

const LEAVING = `SELECT w.hours, coalesce(v.company_ids, '{}') AS company_ids, a.device, ${COUNTS}
  FROM login_attempts a LEFT JOIN login_viewers v USING (user_id) JOIN login_windows w ON w.hours = $1::integer
    AND a.created_at > w.cut_at AND a.created_at <= $2::timestamptz
  GROUP BY 1, 2, 3`;

/** Deletes rows that no window and no figure uses. */
export async function deleteOldSums(tx: Tx): Promise<void> {
  await tx.query(`DELETE FROM login_addresses WHERE last_seen_at < now() - interval '31 days'`);
  await tx.query(`DELETE FROM login_sources WHERE last_seen_at < now() - interval '31 days'`);
  await tx.query(`DELETE FROM login_strangers WHERE last_seen_at < now() - interval '31 days'`);
  await tx.query(`DELETE FROM login_failures WHERE hour < now() - interval '31 days'`);
  await tx.query(`DELETE FROM login_hours WHERE hour < now() - interval '31 days'`);
  await tx.query(`DELETE FROM login_days WHERE day < now() - interval '400 days'`);
}
