import { createHmac, type KeyObject } from 'node:crypto';

/**
 * First block of HKDF-Expand (RFC 5869 section 2.3) with SHA-256: HMAC(key, info ‖ 0x01), 32 bytes.
 * Without Extract: the input keys are uniform 32-byte keys already (RFC 5869 section 3.3).
 */
export function expand(key: KeyObject, info: Buffer): Buffer {
  return createHmac('sha256', key).update(info).update(FIRST_BLOCK).digest();
}

const FIRST_BLOCK = Buffer.of(1);
