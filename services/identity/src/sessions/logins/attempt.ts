import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import {
  type DeviceFingerprint,
  type DeviceInfo,
  deviceInfoOf,
} from '../../protection/device-fingerprint.ts';
import type { Risk } from '../../protection/risk-score.ts';
import type { Account, LoginAttempt } from './login-store.ts';

export interface LoginInput {
  readonly email: string;
  readonly password: string;
  /** JSON text as the browser sent it, or empty. */
  readonly deviceFingerprint: string;
  readonly browser: boolean;
  /** Code of the mailed challenge, or empty. */
  readonly code: string;
  /** Device cookie, or empty. */
  readonly deviceCookie: string;
  /** Language of the console, or empty. */
  readonly language: string;
}

/** Facts of a login before its outcome. */
export interface Attempt {
  readonly email: string;
  readonly ipAddress: string;
  readonly ipBlock: string;
  readonly userAgent: string;
  readonly fingerprint: string | undefined;
  readonly deviceInfo: DeviceInfo;
  readonly risk: Risk;
}

export function describeAttempt(
  input: LoginInput,
  ctx: Pick<Ctx, 'userAgent'>,
  address: { readonly ipAddress: string; readonly ipBlock: string },
  device: DeviceFingerprint | undefined,
  risk: Risk,
): Attempt {
  return {
    ...address,
    email: keptEmail(input.email),
    userAgent: storable(ctx.userAgent.slice(0, 512)),
    fingerprint: keptFingerprint(device),
    deviceInfo: deviceInfoOf(device),
    risk,
  };
}

/** Users type passwords into the e-mail box: text that is no address is stored as ''. */
export function keptEmail(email: string): string {
  return email.includes('@') ? storable(email.trim().slice(0, 254)) : '';
}

export function keptFingerprint(device: DeviceFingerprint | undefined): string | undefined {
  return device?.fingerprint ? storable(device.fingerprint) : undefined;
}

/** Reason of a refusal, in the attempt's row and the trail. */
export type FailureReason =
  | 'blocked'
  | 'throttled'
  | 'overloaded'
  | 'abandoned'
  | 'unknown_user'
  | 'wrong_password'
  | 'wrong_factor'
  | 'inactive_user';

/** The fault of a checked login, other than the password. */
export function failureOf(account: Pick<Account, 'status'> | undefined): FailureReason {
  if (account === undefined) return 'unknown_user';
  return account.status === 'active' ? 'wrong_password' : 'inactive_user';
}

/** The row of an attempt; `failureReason` undefined is a success. */
export function attemptRow(
  attempt: Attempt,
  userId: number | null,
  failureReason: FailureReason | undefined,
): LoginAttempt {
  const { risk, ...facts } = attempt;
  return {
    ...facts,
    userId,
    success: failureReason === undefined,
    failureReason,
    riskScore: risk.score,
    blocked: failureReason === 'blocked' || failureReason === 'throttled',
    untried: failureReason === 'overloaded' || failureReason === 'abandoned',
  };
}

// PostgreSQL text can contain neither U+0000 nor a lone surrogate.
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '');
}
