import type { HmacKey } from '@pii-vault/platform/crypto/hmac-key';

/**
 * First block of HKDF-Expand (RFC 5869 section 2.3) with SHA-256: HMAC(key, info ‖ 0x01), 32 bytes.
 * Without Extract: the input keys are uniform 32-byte keys already (RFC 5869 section 3.3).
 */
export function expand(key: HmacKey, info: Buffer): Buffer {
  return key.secret(Buffer.concat([info, FIRST_BLOCK]));
}

/** The same where the answer is no secret. */
export function expandOpenly(key: HmacKey, info: Buffer): Buffer {
  return key.digest(Buffer.concat([info, FIRST_BLOCK]));
}

const FIRST_BLOCK = Buffer.of(1);
