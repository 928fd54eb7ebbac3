import type { KeyObject } from 'node:crypto';
import { hmacSha256 } from '@pii-vault/platform/core/crypto/hmac-sha256';
import type { StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { indexForm, matchForm } from '@pii-vault/platform/domain/field-types/matching-form';
import { lengthPrefixed } from '../../keys/envelope/length-prefixed.ts';

/** Bytes of a handle: HMAC-SHA-256 cut to 128 bits (RFC 2104 section 5). */
const HANDLE_BYTES = 16;

/**
 * Blind index of a canonical value under the company's index key; null for types whose equality alone would leak
 * information (name, dob, address).
 */
export function searchHandle(key: KeyObject, type: StoredType, canonical: string): Buffer | null {
  const form = indexForm(type, canonical);
  return form === null ? null : handleOf(key, type, form);
}

/**
 * Second handle of an e-mail address whose mailbox has another name: mail to Asha.Rao+shop@gmail.com arrives at
 * asharao@gmail.com. A person who withdrew or was erased is known by each spelling. Null when there is none.
 */
export function mailboxHandle(key: KeyObject, type: StoredType, canonical: string): Buffer | null {
  const form = type === 'email' ? matchForm(type, canonical) : null;
  return form === null || form === indexForm(type, canonical) ? null : handleOf(key, type, form);
}

const handleOf = (key: KeyObject, type: StoredType, form: string): Buffer =>
  hmacSha256(key, lengthPrefixed('pii-vault handle', 'search', type, form)).subarray(0, HANDLE_BYTES);
