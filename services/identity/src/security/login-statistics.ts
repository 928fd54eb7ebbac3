import type { Tx } from '@pii-vault/platform/db/database';
import { HIGH_RISK } from '../logins/risk-score.ts';
import { WITHIN_HOURS } from './listed-attempt.ts';

/** Counts of attempts; each is exactly one of successful, failed and blocked. */
export interface LoginStatistics {
  readonly totalAttempts: number;
  readonly successfulLogins: number;
  readonly failedAttempts: number;
  readonly blockedAttempts: number;
  readonly uniqueIps: number;
  readonly highRiskAttempts: number;
}

export async function loginStatistics(tx: Tx, hours: number): Promise<LoginStatistics> {
  const [row] = await tx.query<LoginStatistics>(LOGIN_STATISTICS, [hours, HIGH_RISK]);
  if (row === undefined) throw new Error('An aggregate returned no row');
  return row;
}

// By address first: counting distinct ones over all rows would sort them.
export const LOGIN_STATISTICS = `SELECT coalesce(sum(n), 0)::bigint AS "totalAttempts",
    coalesce(sum(successful), 0)::bigint AS "successfulLogins",
    coalesce(sum(n - successful - blocked), 0)::bigint AS "failedAttempts",
    coalesce(sum(blocked), 0)::bigint AS "blockedAttempts",
    count(*) AS "uniqueIps",
    coalesce(sum(high_risk), 0)::bigint AS "highRiskAttempts"
  FROM (
    SELECT count(*) AS n, count(*) FILTER (WHERE success) AS successful, count(*) FILTER (WHERE blocked) AS blocked,
      count(*) FILTER (WHERE risk_score >= $2::integer) AS high_risk
    FROM login_attempts WHERE ${WITHIN_HOURS} GROUP BY ip_address
  ) by_address`;
