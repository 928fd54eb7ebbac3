import type { Tx } from '@pii-vault/platform/postgres/database';
import { HIGH_RISK } from '../risk-score.ts';
import { WITHIN_HOURS } from './listed-attempt.ts';
import { JUST_LEFT, type WindowHours } from './windows.ts';

/** Counts of attempts; each is exactly one of successful, failed and blocked. */
export interface LoginStatistics {
  readonly totalAttempts: number;
  readonly successfulLogins: number;
  readonly failedAttempts: number;
  readonly blockedAttempts: number;
  readonly uniqueIPs: number;
  readonly highRiskAttempts: number;
}

export async function loginStatistics(tx: Tx, hours: WindowHours): Promise<LoginStatistics> {
  const [row] = await tx.query<LoginStatistics>(LOGIN_STATISTICS, [hours]);
  if (row === undefined) throw new Error('An aggregate returned no row');
  return row;
}

const LAST_SEEN = WITHIN_HOURS.replace('created_at', 'last_seen_at');

// Grouped by address first, in byte order: COUNT(DISTINCT) would sort by the collation of a language.
export const LOGIN_STATISTICS = `SELECT coalesce(sum(attempts), 0)::bigint AS "totalAttempts",
    coalesce(sum(successful), 0)::bigint AS "successfulLogins",
    coalesce(sum(attempts - successful - blocked), 0)::bigint AS "failedAttempts",
    coalesce(sum(blocked), 0)::bigint AS "blockedAttempts",
    (SELECT count(*) FROM (SELECT FROM login_sources WHERE ${LAST_SEEN} GROUP BY ip_address COLLATE "C") AS seen) AS "uniqueIPs",
    coalesce(sum(high_risk), 0)::bigint AS "highRiskAttempts"
  FROM (
    SELECT attempts, successful, blocked, high_risk FROM login_sums WHERE hours = $1::integer
    UNION ALL
    SELECT -1, -a.success::integer, -a.blocked::integer, -(a.risk_score >= ${HIGH_RISK})::integer FROM ${JUST_LEFT}) AS sums`;
