import { createHash, randomBytes } from 'node:crypto';

/** Validity of the link for a forgotten password. */
export const RESET_LIFE_MS = 30 * 60_000;
/** Validity of the link in the welcome mail. */
export const WELCOME_LIFE_MS = 72 * 3_600_000;

export interface PasswordLink {
  /** 256 random bits, base64url; contained only in the mail. */
  readonly token: string;
  /** The stored form. */
  readonly tokenSha256: Buffer;
}

export function newPasswordLink(): PasswordLink {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenSha256: linkDigest(token) };
}

export function linkDigest(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** Path of the reset screen, which reads the token from the query. */
export function linkAddress(consoleUrl: string, token: string): string {
  return `${consoleUrl}/reset-password?token=${token}`;
}

/** An address recognisable only to its owner: the first letter and the domain. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(1, at))}***${email.slice(at)}`;
}
