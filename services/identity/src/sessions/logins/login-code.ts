import { createHash, randomBytes, randomInt } from 'node:crypto';

export const CODE_LIFE_MS = 10 * 60_000;
/** Minimum time between two codes for the same user. */
export const CODE_REST_MS = 60_000;

/** Codes mailed to an account within 24 hours; with five tries each, 50 guesses out of a million. */
export const CODES_PER_DAY = 10;

export interface LoginCode {
  /** Six digits, contained only in the mail. */
  readonly code: string;
  readonly salt: Buffer;
  readonly codeSha256: Buffer;
}

/** Six digits and five tries: an attacker with the password has one chance in 200,000, in 20,000 a day. */
export function newLoginCode(): LoginCode {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const salt = randomBytes(16);
  return { code, salt, codeSha256: codeDigest(code, salt) };
}

export function codeDigest(code: string, salt: Buffer): Buffer {
  return createHash('sha256').update(salt).update(code, 'utf8').digest();
}
