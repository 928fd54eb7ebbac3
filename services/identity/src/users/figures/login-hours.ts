import type { Tx } from '@pii-vault/platform/postgres/database';
import { startOfDay } from '@pii-vault/platform/values/zoned-day';
import { loginDays } from './login-days.ts';

/** Outcomes of logins from `from` until the next period, or until now. */
export interface LoginPeriod {
  readonly from: Date;
  /** ISO date of a period that is a day. */
  readonly day?: string;
  readonly successful: number;
  readonly failed: number;
  readonly blocked: number;
}

/** Ranges of the security dashboard in hours, each also twice as long, and the length of a period in each. */
const PERIOD_HOURS = { 24: 1, 48: 1, 168: 6, 336: 6 } as const;
/** Ranges in days. */
const DAYS = { 720: 30, 1440: 60 } as const;
export type TimelineHours = keyof typeof PERIOD_HOURS | keyof typeof DAYS;

const isInDays = (hours: TimelineHours): hours is keyof typeof DAYS => hours in DAYS;
export const isTimelineHours = (hours: number): hours is TimelineHours =>
  hours in PERIOD_HOURS || hours in DAYS;

/**
 * $1 hours in periods of $2 hours, counted from midnight in the zone $3; the last one is running. A period ends where
 * the next begins, also when the clock changes. Row-level security selects attempts of users that a company in scope
 * sees.
 */
export const LOGIN_PERIODS = `SELECT p.start AS "from", coalesce(sum(h.successful), 0)::bigint AS successful,
    coalesce(sum(h.failed), 0)::bigint AS failed, coalesce(sum(h.blocked), 0)::bigint AS blocked
  FROM (SELECT s.start, coalesce(lead(s.start) OVER (ORDER BY s.start), 'infinity') AS stop
    FROM generate_series(0, $1::integer / $2::integer - 1) AS n
    CROSS JOIN LATERAL (SELECT (
      date_bin(make_interval(hours => $2::integer), now() AT TIME ZONE $3::text, '2000-01-01'::timestamp)
        - make_interval(hours => $2::integer * n)) AT TIME ZONE $3::text AS start) AS s) AS p
  LEFT JOIN login_hours h ON h.hour >= p.start AND h.hour < p.stop
  GROUP BY p.start ORDER BY p.start`;

/** @param zone the zone whose hours and days are counted; days are counted apart, by the day of each company */
export async function loginPeriods(tx: Tx, hours: TimelineHours, zone: string): Promise<LoginPeriod[]> {
  if (!isInDays(hours)) return await tx.query<LoginPeriod>(LOGIN_PERIODS, [hours, PERIOD_HOURS[hours], zone]);
  const days = await loginDays(tx, DAYS[hours], zone);
  return days.map((one) => ({ ...one, from: new Date(startOfDay(zone, one.day)) }));
}
