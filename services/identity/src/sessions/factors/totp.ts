import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters that all authenticator apps support. */
const FORM = { issuer: 'PII Vault', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Accepted steps before and after the current one, because clocks of telephones differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

export interface NewTotp {
  /** Base32. */
  readonly secret: string;
  /** otpauth:// address. */
  readonly uri: string;
}

/** @param label name of the account in the app */
export function newTotp(label: string): NewTotp {
  const secret = new Secret({ size: SECRET_BYTES });
  return { secret: secret.base32, uri: new TOTP({ ...FORM, label, secret }).toString() };
}

/**
 * The time step (30 s since the epoch) of a code, at most one off; undefined for a wrong code.
 * @param secret base32 @param now epoch ms
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = new TOTP({ ...FORM, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1000 / FORM.period) + delta;
}
