import type { KeyObject } from 'node:crypto';
import { hmacSha256 } from '@pii-vault/platform/core/crypto/hmac-sha256';

/**
 * First block of HKDF-Expand (RFC 5869 section 2.3) with SHA-256: HMAC(key, info ‖ 0x01), 32 bytes.
 * Without Extract: the input keys are uniform 32-byte keys already (RFC 5869 section 3.3).
 */
export function expand(key: KeyObject, info: Buffer): Buffer {
  return hmacSha256(key, Buffer.concat([info, FIRST_BLOCK]));
}

const FIRST_BLOCK = Buffer.of(1);
