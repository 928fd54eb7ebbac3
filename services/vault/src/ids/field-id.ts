import { FIELD_CODES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';

/** Ids from the sequence are smaller; those made here are safe integers for individual ids up to 8 × 10^13. */
export const NAMING_FROM = 1_000_000_000_000_000;
const CODES = 100;

/** The person and the type that an id names; the code may be one that no type has. */
export interface NamedField {
  readonly individualId: number;
  readonly code: number;
}

/**
 * Id of a field of a person whose individual id was made with it: 10^15 + 100 × individual + type code. It is found by
 * the person's key; an index by id costs six values of a new person a tenth of their write. Where an individual id was
 * taken over from another company it would name that one's field, too: there, ids come from the sequence. The field
 * keeps it when its versions are destroyed and a new value comes. Each answer with a field id holds the individual id,
 * too.
 */
export function fieldIdOf(individualId: number, type: StoredType): number {
  return NAMING_FROM + individualId * CODES + FIELD_CODES[type];
}

/** Undefined for an id from the sequence. */
export function namedField(fieldId: number): NamedField | undefined {
  if (fieldId < NAMING_FROM) return undefined;
  const within = fieldId - NAMING_FROM;
  return { individualId: Math.floor(within / CODES), code: within % CODES };
}
