import type { Tx } from '@pii-vault/platform/postgres/database';

/** Outcomes of logins from `from` until the next period, or until now. */
export interface LoginPeriod {
  readonly from: Date;
  readonly successful: number;
  readonly failed: number;
  readonly blocked: number;
}

/** Ranges of the security dashboard in hours, and the length of a period in each. */
const PERIOD_HOURS = { 24: 1, 168: 6, 720: 24 } as const;
export type TimelineHours = keyof typeof PERIOD_HOURS;

export const isTimelineHours = (hours: number): hours is TimelineHours => hours in PERIOD_HOURS;

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

export function loginPeriods(tx: Tx, hours: TimelineHours): Promise<LoginPeriod[]> {
  return tx.query<LoginPeriod>(LOGIN_PERIODS, [hours, PERIOD_HOURS[hours]]);
}
