import type { Scope, Tx } from '@pii-vault/platform/postgres/database';

/** How companies stood at the end of one day; each company has its own days. */
export interface TrendDay {
  /** ISO date. */
  readonly day: string;
  readonly score: number | null;
  readonly readiness: number | null;
  readonly violations: number;
}

/**
 * $1 days, $2 the zone whose today is the last day; with a list of companies $3. A company's score is rounded as it is
 * shown, then the mean over companies is.
 */
export function trendStatement(scope: Scope): string {
  const companies = scope === 'all' ? 'company_runs AS c' : 'unnest($3::bigint[]) AS c(company_id)';
  return `SELECT to_char(n.day, 'YYYY-MM-DD') AS day, round(avg(s.score))::integer AS score,
      round(avg(s.readiness))::integer AS readiness, coalesce(sum(s.violations), 0)::integer AS violations
    FROM (SELECT (now() AT TIME ZONE $2::text)::date - $1::integer + i AS day FROM generate_series(1, $1::integer) AS i) AS n
    LEFT JOIN (
      SELECT d.* FROM ${companies} CROSS JOIN LATERAL (
        SELECT k.day, k.score, k.readiness, k.violations FROM compliance_trend k WHERE k.company_id = c.company_id
          AND k.day > (now() AT TIME ZONE $2::text)::date - $1::integer OFFSET 0) AS d) AS s ON s.day = n.day
    GROUP BY n.day ORDER BY n.day`;
}

export async function readTrend(tx: Tx, scope: Scope, days: number, zone: string): Promise<TrendDay[]> {
  const values = scope === 'all' ? [days, zone] : [days, zone, scope.companies];
  return await tx.query<TrendDay>(trendStatement(scope), values);
}
