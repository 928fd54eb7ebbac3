import type { Tx } from '@pii-vault/platform/db/database';
import { WITHIN_HOURS } from './listed-attempt.ts';

/** What signed in, or tried to, with one fingerprint; clients that send none are told apart by their user agent. */
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
  readonly uniqueIps: number;
  readonly highestRiskScore: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

const MAX_DEVICES = 200;

/** Most attempts first. */
export function loginDevices(tx: Tx, hours: number): Promise<LoginDevice[]> {
  return tx.query<LoginDevice>(LOGIN_DEVICES, [hours, MAX_DEVICES]);
}

export const LOGIN_DEVICES = `SELECT fingerprint, max(user_agent) AS "userAgent",
    max(device_info->>'platform') AS platform, max(device_info->>'screenResolution') AS "screenResolution",
    max(device_info->>'timezone') AS timezone, count(*) AS attempts,
    count(*) FILTER (WHERE success) AS successful, count(*) FILTER (WHERE blocked) AS blocked,
    count(DISTINCT email_key) AS accounts, count(DISTINCT ip_address) AS "uniqueIps",
    max(risk_score) AS "highestRiskScore", min(created_at) AS "firstSeenAt", max(created_at) AS "lastSeenAt"
  FROM login_attempts WHERE ${WITHIN_HOURS}
  GROUP BY fingerprint, CASE WHEN fingerprint IS NULL THEN user_agent END
  ORDER BY attempts DESC, max(id) DESC LIMIT $2::integer`;
