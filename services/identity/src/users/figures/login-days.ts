import type { Tx } from '@pii-vault/platform/postgres/database';

/** Outcomes of logins of one day: of the user's company, or of the deployment for users of several or of none. */
export interface LoginDay {
  /** ISO date. */
  readonly day: string;
  readonly successful: number;
  readonly failed: number;
  readonly blocked: number;
}

/**
 * $1 days, $2 the zone whose today is the last day. Row-level security shows the days of users who belonged to a
 * company in scope when they signed in.
 */
export const LOGIN_DAYS = `SELECT to_char(n.day, 'YYYY-MM-DD') AS day,
  coalesce(sum(d.successful), 0)::bigint AS successful,
    coalesce(sum(d.failed), 0)::bigint AS failed, coalesce(sum(d.blocked), 0)::bigint AS blocked
  FROM (SELECT (now() AT TIME ZONE $2::text)::date - $1::integer + i AS day FROM generate_series(1, $1::integer) AS i) AS n
  LEFT JOIN login_days d ON d.day = n.day
  GROUP BY n.day ORDER BY n.day`;

export async function loginDays(tx: Tx, days: number, zone: string): Promise<LoginDay[]> {
  return await tx.query<LoginDay>(LOGIN_DAYS, [days, zone]);
}
