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

/** Ranges of the security dashboard in hours, and the length of a period in each; 720 hours are 30 days. */
const PERIOD_HOURS = { 24: 1, 168: 6 } as const;
export type TimelineHours = keyof typeof PERIOD_HOURS | 720;

export const isTimelineHours = (hours: number): hours is TimelineHours =>
  hours === 720 || hours in PERIOD_HOURS;

/**
 * $1 hours in periods of $2 hours. Periods start at multiples of their length in UTC; the last one is running.
 * Row-level security selects attempts of users that a company in scope sees.
 */
export const LOGIN_PERIODS = `SELECT p.start AS "from", coalesce(sum(h.successful), 0)::bigint AS successful,
    coalesce(sum(h.failed), 0)::bigint AS failed, coalesce(sum(h.blocked), 0)::bigint AS blocked
  FROM (SELECT date_bin(make_interval(hours => $2::integer), now(), 'epoch'::timestamptz)
      - make_interval(hours => $2::integer * n) AS start
    FROM generate_series(0, $1::integer / $2::integer - 1) AS n) AS p
  LEFT JOIN login_hours h ON h.hour >= p.start AND h.hour < p.start + make_interval(hours => $2::integer)
  GROUP BY p.start ORDER BY p.start`;

/** @param zone the zone whose days are counted; hours cannot be added up to days, since zones differ by half hours */
export async function loginPeriods(tx: Tx, hours: TimelineHours, zone: string): Promise<LoginPeriod[]> {
  if (hours !== 720) return await tx.query<LoginPeriod>(LOGIN_PERIODS, [hours, PERIOD_HOURS[hours]]);
  const days = await loginDays(tx, hours / 24, zone);
  return days.map((one) => ({ ...one, from: new Date(startOfDay(zone, one.day)) }));
}
