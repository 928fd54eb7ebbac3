import type { Tx } from '@pii-vault/platform/postgres/database';
import { WITHIN_HOURS } from './listed-attempt.ts';
import { JUST_LEFT, type WindowHours } from './windows.ts';

/** Devices with sign-in attempts, by fingerprint; clients without one are distinguished by their user agent. */
export interface LoginDevice {
  readonly fingerprint: string | null;
  readonly userAgent: string;
  readonly platform: string | null;
  readonly screenResolution: string | null;
  readonly timezone: string | null;
  readonly attempts: number;
  readonly successful: number;
  readonly blocked: number;
  readonly accounts: number;
  readonly uniqueIPs: number;
  readonly highestRiskScore: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

const MAX_DEVICES = 100;

/** Most attempts first, each described by its newest attempt. */
export function loginDevices(tx: Tx, hours: WindowHours): Promise<LoginDevice[]> {
  return tx.query<LoginDevice>(LOGIN_DEVICES, [hours, MAX_DEVICES]);
}

const LAST_SEEN = WITHIN_HOURS.replace('created_at', 'last_seen_at');
/** One attempt of a device within the window. */
const attempt = (columns: string, order: string) =>
  `CROSS JOIN LATERAL (SELECT ${columns} FROM login_attempts WHERE device = s.device AND ${WITHIN_HOURS} ORDER BY ${order} LIMIT 1)`;

export const LOGIN_DEVICES = `WITH s AS MATERIALIZED (
    SELECT device, sum(attempts)::bigint AS attempts, sum(successful)::bigint AS successful, sum(blocked)::bigint AS blocked
    FROM (
      SELECT device, attempts, successful, blocked FROM login_sums WHERE hours = $1::integer
      UNION ALL
      SELECT a.device, -1, -a.success::integer, -a.blocked::integer FROM ${JUST_LEFT}) AS sums
    GROUP BY device HAVING sum(attempts) > 0 ORDER BY sum(attempts) DESC, device LIMIT $2::integer)
  SELECT l.*, s.attempts, s.successful, s.blocked, a.accounts + n.strangers AS accounts, a."uniqueIPs", r."highestRiskScore",
    f."firstSeenAt"
  FROM s
  ${attempt(
    `fingerprint, user_agent AS "userAgent", device_info->>'platform' AS platform,
      device_info->>'screenResolution' AS "screenResolution", device_info->>'timezone' AS timezone, created_at AS "lastSeenAt"`,
    'created_at DESC',
  )} AS l
  ${attempt('created_at AS "firstSeenAt"', 'created_at')} AS f
  ${attempt('risk_score AS "highestRiskScore"', 'risk_score DESC')} AS r
  CROSS JOIN LATERAL (
    SELECT count(DISTINCT nullif(user_id, 0)) AS accounts, count(DISTINCT ip_address COLLATE "C") AS "uniqueIPs"
    FROM login_addresses WHERE device = s.device AND ${LAST_SEEN}) AS a
  CROSS JOIN LATERAL (
    SELECT count(*) AS strangers FROM login_strangers WHERE device = s.device AND ${LAST_SEEN}) AS n
  ORDER BY s.attempts DESC, "lastSeenAt" DESC`;
