import type { LoginAttempt, LoginDevice } from '@pii-vault/contract/security/security-schema';
import type { Tone } from '../../../ui/status-badge.tsx';

export type Outcome = 'success' | 'blocked' | 'failed';

/** Each attempt is exactly one of the three. */
export function outcomeOf({ success, blocked }: Pick<LoginAttempt, 'success' | 'blocked'>): Outcome {
  if (success) return 'success';
  return blocked ? 'blocked' : 'failed';
}

export const outcomeTones: Readonly<Record<Outcome, Tone>> = {
  success: 'success',
  blocked: 'error',
  failed: 'warning',
};

export type RiskLevel = 'high' | 'medium' | 'low';

/** 70 or more is high, 40 or more medium. */
export function riskLevel(score: number): RiskLevel {
  if (score >= 70) return 'high';
  return score >= 40 ? 'medium' : 'low';
}

export const riskTones: Readonly<Record<RiskLevel, Tone>> = {
  high: 'error',
  medium: 'warning',
  low: 'neutral',
};

/** What a browser claimed of itself, in a line; '' when it claimed nothing. */
export function deviceLine(device: LoginAttempt['deviceInfo']): string {
  return [device.platform, device.screenResolution, device.timezone].filter(Boolean).join(' · ');
}

/** A fingerprint is long and means nothing to a reader: its beginning tells devices apart. */
export function deviceName({
  fingerprint,
  userAgent,
}: Pick<LoginDevice, 'fingerprint' | 'userAgent'>): string {
  return fingerprint === null ? userAgent || '–' : fingerprint.slice(0, 12);
}
