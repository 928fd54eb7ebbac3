import type { LoginAttempt as ProtoAttempt } from '@pii-vault/proto/identity/v1/security';
import type { DeviceInfo } from '../device-fingerprint.ts';

/** An attempt as the security screens show it. */
export interface ListedAttempt {
  readonly id: number;
  readonly createdAt: Date;
  readonly email: string;
  readonly ipAddress: string;
  readonly riskScore: number;
  readonly success: boolean;
  readonly blocked: boolean;
  readonly failureReason: string | null;
  readonly deviceInfo: DeviceInfo;
}

export const ATTEMPT_COLUMNS = `id, created_at AS "createdAt", email, ip_address AS "ipAddress",
  risk_score AS "riskScore", success, blocked, failure_reason AS "failureReason", device_info AS "deviceInfo"`;

/** Attempts within the last `$1` hours. */
export const WITHIN_HOURS = `created_at > now() - make_interval(hours => $1::integer)`;

export function attemptToProto(attempt: ListedAttempt): ProtoAttempt {
  const { platform, screenResolution, timezone } = attempt.deviceInfo;
  return {
    id: attempt.id,
    timestamp: attempt.createdAt,
    email: attempt.email,
    ipAddress: attempt.ipAddress,
    riskScore: attempt.riskScore,
    success: attempt.success,
    blocked: attempt.blocked,
    failureReason: attempt.failureReason ?? undefined,
    deviceInfo: { platform, screenResolution, timezone },
  };
}
