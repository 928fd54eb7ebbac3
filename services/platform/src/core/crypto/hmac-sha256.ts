import { createHmac, type KeyObject } from 'node:crypto';

/** HMAC-SHA-256 (RFC 2104), 32 bytes. The key stays in native memory, and the result has its own buffer. */
export function hmacSha256(key: KeyObject, message: Uint8Array): Buffer {
  return createHmac('sha256', key).update(message).digest();
}
