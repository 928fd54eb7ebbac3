import type { KeyObject } from 'node:crypto';
import { hmacSha256 } from '@pii-vault/platform/core/crypto/hmac-sha256';
import type { StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { formerIndexForms } from '@pii-vault/platform/domain/field-types/former-forms';
import { indexForm } from '@pii-vault/platform/domain/field-types/matching-form';
import { lengthPrefixed } from '../envelope/length-prefixed.ts';

/** Bytes of a handle: HMAC-SHA-256 cut to 128 bits (RFC 2104 section 5). */
const HANDLE_BYTES = 16;

/**
 * What the search index keeps of a canonical value under the company's index key; null for types whose
 * equality alone would leak (name, dob, address).
 */
export function searchHandle(key: KeyObject, type: StoredType, canonical: string): Buffer | null {
  const form = indexForm(type, canonical);
  return form === null ? null : handleOf(key, type, form);
}

/**
 * Every handle under which the index may have the value: first the one that is kept today, then those that older
 * versions kept. None for types that are not indexed.
 * @param typed the text as it was given, where it is at hand
 */
export function soughtHandles(key: KeyObject, type: StoredType, canonical: string, typed?: string): Buffer[] {
  const form = indexForm(type, canonical);
  if (form === null) return [];
  return [form, ...formerIndexForms(type, form, typed)].map((one) => handleOf(key, type, one));
}

const handleOf = (key: KeyObject, type: StoredType, form: string): Buffer =>
  hmacSha256(key, lengthPrefixed('pii-vault handle', 'search', type, form)).subarray(0, HANDLE_BYTES);
