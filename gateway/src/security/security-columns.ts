import type { LoginAttempt, LoginDevice } from '@pii-vault/contract/security/security-schema';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';

/** CSV columns of the list; claims of a browser are treated as plain text. */
export const attemptColumns: Columns<LoginAttempt> = {
  id: (attempt) => attempt.id,
  timestamp: (attempt) => attempt.timestamp,
  email: (attempt) => attempt.email,
  ipAddress: (attempt) => attempt.ipAddress,
  riskScore: (attempt) => attempt.riskScore,
  success: (attempt) => String(attempt.success),
  blocked: (attempt) => String(attempt.blocked),
  failureReason: (attempt) => attempt.failureReason,
  platform: ({ deviceInfo }) => deviceInfo.platform,
  screenResolution: ({ deviceInfo }) => deviceInfo.screenResolution,
  timezone: ({ deviceInfo }) => deviceInfo.timezone,
};

export const deviceColumns: Columns<LoginDevice> = {
  fingerprint: (device) => device.fingerprint,
  userAgent: (device) => device.userAgent,
  platform: (device) => device.platform,
  screenResolution: (device) => device.screenResolution,
  timezone: (device) => device.timezone,
  attempts: (device) => device.attempts,
  successful: (device) => device.successful,
  failed: (device) => device.failed,
  blocked: (device) => device.blocked,
  accounts: (device) => device.accounts,
  uniqueIPs: (device) => device.uniqueIPs,
  highestRiskScore: (device) => device.highestRiskScore,
  firstSeenAt: (device) => device.firstSeenAt,
  lastSeenAt: (device) => device.lastSeenAt,
};
