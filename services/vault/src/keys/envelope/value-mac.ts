import { hmacSha256 } from '@pii-vault/platform/core/crypto/hmac-sha256';
import type { StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import type { DataKey } from './data-key.ts';
import { lengthPrefixed } from './length-prefixed.ts';

/**
 * 16 bytes of HMAC-SHA-256 under the person's MAC key over (field type, canonical value): an import compares values
 * without decrypting them. Equal values of two people give unrelated MACs.
 */
export function valueMac(key: DataKey, fieldType: StoredType, value: string): Buffer {
  return hmacSha256(key.mac, lengthPrefixed(fieldType, value)).subarray(0, 16);
}
