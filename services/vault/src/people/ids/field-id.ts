import { FIELD_CODES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';

/** Ids from the sequence are smaller; those made here are safe integers for individual ids up to 8 × 10^13. */
export const NAMING_FROM = 1_000_000_000_000_000;
const CODES = 100;

/** Person and type in an id; the code may be unknown. */
export interface NamedField {
  readonly individualId: number;
  readonly code: number;
}

/**
 * Id of a field of a person whose individual id was new to this vault: 10^15 + 100 × individual + type code. It is
 * found by the primary key of the person; an index by id would cost a tenth of the write of a new person with six
 * values. An individual id that was taken over from another company would give the id of that company's field, so there
 * ids come from the sequence. The field keeps its id when its versions are destroyed and a new value comes. Each answer
 * with a field id also contains the individual id.
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
