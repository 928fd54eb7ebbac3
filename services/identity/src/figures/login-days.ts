import type { Tx } from '@pii-vault/platform/db/database';

/** How logins of one UTC day went. */
export interface LoginDay {
  /** ISO date. */
  readonly day: string;
  readonly successful: number;
  readonly failed: number;
  readonly blocked: number;
}

/** $1 days. Row-level security shows the attempts of the users in scope alone. */
export const LOGIN_DAYS = `SELECT to_char(n.day, 'YYYY-MM-DD') AS day, coalesce(a.successful, 0)::bigint AS successful,
    coalesce(a.failed, 0)::bigint AS failed, coalesce(a.blocked, 0)::bigint AS blocked
  FROM (SELECT (now() AT TIME ZONE 'UTC')::date - $1::integer + i AS day FROM generate_series(1, $1::integer) AS i) AS n
  LEFT JOIN (
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) FILTER (WHERE success) AS successful,
      count(*) FILTER (WHERE NOT success AND NOT blocked) AS failed, count(*) FILTER (WHERE blocked) AS blocked
    FROM login_attempts
    WHERE created_at >= ((now() AT TIME ZONE 'UTC')::date - $1::integer + 1)::timestamp AT TIME ZONE 'UTC'
    GROUP BY 1) AS a ON a.day = n.day
  ORDER BY n.day`;

export async function loginDays(tx: Tx, days: number): Promise<LoginDay[]> {
  return await tx.query<LoginDay>(LOGIN_DAYS, [days]);
}
