import type { KeyObject } from 'node:crypto';
import { hmacKeyOf } from '@pii-vault/platform/crypto/hmac-key';
import { lengthPrefixed } from '../envelope/length-prefixed.ts';
import type { StoredType } from '../field-types/field-type.ts';
import { indexForm } from '../field-types/matching-form.ts';

/** Bytes of a handle: HMAC-SHA-256 cut to 128 bits (RFC 2104 section 5). */
const HANDLE_BYTES = 16;

/**
 * What the search index keeps of a canonical value under the company's index key; null for types whose
 * equality alone would leak (name, dob, address).
 */
export function searchHandle(key: KeyObject, type: StoredType, canonical: string): Buffer | null {
  const form = indexForm(type, canonical);
  if (form === null) return null;
  return hmacKeyOf(key)
    .digest(lengthPrefixed('pii-vault handle', 'search', type, form))
    .subarray(0, HANDLE_BYTES);
}
