import { bitOf } from '../consents/consent.ts';
import { type FieldType, fieldTypeOfCode, type StoredType } from '../field-types/field-type.ts';

/** Bits (1 << code) of the types. */
export function maskOf(types: Iterable<StoredType>): number {
  let mask = 0;
  for (const type of types) mask |= bitOf(type);
  return mask;
}

/** Field types of a mask, in code order, the external id left out. */
export function fieldTypesOf(mask: number): FieldType[] {
  const types: FieldType[] = [];
  for (let code = 1; code <= 9; code += 1) {
    const type = (mask & (1 << code)) === 0 ? 'external_id' : fieldTypeOfCode(code);
    if (type !== 'external_id') types.push(type);
  }
  return types;
}
