import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Administrator } from '../protection/administrator-notices/administrator-notice.ts';

/** Whether `u` has a role for which there is a daily mail. What the mail counts depends on the user's permissions. */
const IS_OFFERED = `(u.role IN (SELECT role FROM role_permissions WHERE permission = 'company:manage')
  OR EXISTS (SELECT FROM user_company_roles r WHERE r.user_id = u.id AND r.is_active
    AND r.role IN (SELECT role FROM role_permissions WHERE permission = 'company:manage')))`;

/** The hour at which a day's mail is due, in the zone of the user's company. */
const FROM_HOUR = 8;

export interface DueDailyMail extends Administrator {
  /** The user's primary company. */
  readonly companyId: number | null;
  /** ISO date in the zone of that company. */
  readonly day: string;
}

/**
 * Users who have signed in before and have had no mail today. A claimed user is due again after ten minutes, then after
 * growing intervals of up to an hour.
 * @param now time of the claim
 */
export function claimDailyMails(tx: Tx, now: Date, limit: number): Promise<DueDailyMail[]> {
  return tx.query<DueDailyMail>(
    `WITH due AS (
       SELECT u.id, u.email, u.first_name AS "firstName", coalesce(u.language, 'en') AS language,
         u.company_id AS "companyId", t.day
       FROM users u CROSS JOIN LATERAL (
         SELECT company_day(u.company_id, $1::timestamptz - interval '${FROM_HOUR} hours') AS day) AS t
       LEFT JOIN daily_mails d ON d.user_id = u.id
       WHERE u.deleted_at IS NULL AND u.status = 'active' AND u.last_login_at IS NOT NULL AND ${IS_OFFERED}
         AND (d.user_id IS NULL OR d.is_on AND d.try_at <= $1::timestamptz AND (d.done_on IS NULL OR d.done_on < t.day))
       ORDER BY u.id LIMIT $2::integer
     ), claimed AS (
       INSERT INTO daily_mails AS m (user_id, attempts, try_at)
       SELECT id, 1, $1::timestamptz + interval '10 minutes' FROM due
       ON CONFLICT (user_id) DO UPDATE SET attempts = m.attempts + 1,
         try_at = $1::timestamptz + least(interval '10 minutes' * power(2, least(m.attempts, 5)), interval '1 hour')
       WHERE m.try_at <= $1::timestamptz RETURNING m.user_id
     )
     SELECT due.id, email, "firstName", language, "companyId", day::text FROM due JOIN claimed ON claimed.user_id = due.id
     ORDER BY due.id`,
    [now, limit],
  );
}

/** Nothing is left to do for the user on this day. `try_at` stays at the next attempt of the claim: the day decides. */
export async function finishDailyMail(tx: Tx, userId: number, day: string): Promise<void> {
  await tx.query('UPDATE daily_mails SET done_on = $2::date, attempts = 0 WHERE user_id = $1::bigint', [
    userId,
    day,
  ]);
}

export interface DailyMailSetting {
  readonly isOffered: boolean;
  readonly isOn: boolean;
}

export async function readDailyMail(tx: Tx, userId: number): Promise<DailyMailSetting> {
  const [row] = await tx.query<DailyMailSetting>(
    `SELECT ${IS_OFFERED} AS "isOffered", coalesce(d.is_on, true) AS "isOn"
     FROM users u LEFT JOIN daily_mails d ON d.user_id = u.id WHERE u.id = $1::bigint AND u.deleted_at IS NULL`,
    [userId],
  );
  return row ?? { isOffered: false, isOn: false };
}

export async function writeDailyMail(tx: Tx, userId: number, isOn: boolean): Promise<void> {
  await tx.query(
    `INSERT INTO daily_mails (user_id, is_on) VALUES ($1::bigint, $2::boolean)
     ON CONFLICT (user_id) DO UPDATE SET is_on = excluded.is_on`,
    [userId, isOn],
  );
}
