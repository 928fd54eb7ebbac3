import { createHash, randomBytes } from 'node:crypto';

export const RECOVERY_CODES = 10;
const CODE_BYTES = 10;
/** Crockford's base32: no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten codes of 80 random bits each, as `xxxx-xxxx-xxxx-xxxx`; shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
}

function newRecoveryCode(): string {
  let bits = BigInt(`0x${randomBytes(CODE_BYTES).toString('hex')}`);
  let text = '';
  for (let n = 0; n < 16; n++) {
    text += ALPHABET[Number(bits & 31n)];
    bits >>= 5n;
  }
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

/**
 * SHA-256 of a user's code, ignoring case and separators and reading o as 0 and i or l as 1. 80 random bits cannot be
 * guessed, so no slow hash is needed.
 */
export function recoveryCodeDigest(userId: number, code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return createHash('sha256').update(`${userId}:${plain}`, 'utf8').digest();
}
