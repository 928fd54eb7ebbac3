import {
  FIELD_CODES,
  FIELD_TYPES,
  type FieldType,
  type StoredType,
} from '@pii-vault/platform/domain/field-types/field-type';
import { bitOf } from '../consents/consent.ts';

/** Bits (1 << code) of the types. */
export function maskOf(types: Iterable<StoredType>): number {
  let mask = 0;
  for (const type of types) mask |= bitOf(type);
  return mask;
}

/** Field types of a mask, in code order, without other stored types. */
export function fieldTypesOf(mask: number): FieldType[] {
  return FIELD_TYPES.filter((type) => (mask & (1 << FIELD_CODES[type])) !== 0);
}
