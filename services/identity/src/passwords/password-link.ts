import { createHash, randomBytes } from 'node:crypto';

/** How long the link of a forgotten password works. */
export const RESET_LIFE_MS = 30 * 60_000;
/** How long a new user has to follow the link of the welcome mail. */
export const WELCOME_LIFE_MS = 72 * 3_600_000;

export interface PasswordLink {
  /** 256 random bits, base64url; for the mail alone. */
  readonly token: string;
  /** What is stored of it. */
  readonly tokenSha256: Buffer;
}

export function newPasswordLink(): PasswordLink {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenSha256: linkDigest(token) };
}

export function linkDigest(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** Where the reset screen takes the token: /reset-password reads it from the query. */
export function linkAddress(consoleUrl: string, token: string): string {
  return `${consoleUrl}/reset-password?token=${token}`;
}

/** An address that only its owner recognises: the first letter and the domain. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(1, at))}***${email.slice(at)}`;
}
