import type { LoginAttempt, LoginDevice } from '@pii-vault/contract/security/security-schema';
import type { Tone } from '../../../ui/status-badge.tsx';

export type Outcome = 'success' | 'blocked' | 'failed';

/** Outcomes: each attempt has exactly one. */
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

/** The reported properties of a browser in one line; '' without any. */
export function deviceLine(device: LoginAttempt['deviceInfo']): string {
  return [device.platform, device.screenResolution, device.timezone].filter(Boolean).join(' · ');
}

/** The beginning of a fingerprint, which is enough to distinguish devices. */
export function deviceName({
  fingerprint,
  userAgent,
}: Pick<LoginDevice, 'fingerprint' | 'userAgent'>): string {
  return fingerprint === null ? userAgent || '–' : fingerprint.slice(0, 12);
}
