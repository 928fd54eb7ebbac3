import { FIELD_CODES, type FieldType, type StoredType } from '../field-types/field-type.ts';
import type { HeldPerson } from './held-person.ts';
import type { PersonInput } from './person.ts';
import type { PersonWrite } from './seal-person.ts';

/** What an answer names of a written person: its ids, and those of the fields that the input gives. */
export function idsOf(
  person: PersonInput | undefined,
  individualId: number,
  masterKey: string,
  held: HeldPerson | undefined,
  write?: PersonWrite,
): { individualId: number; masterKey: string; fieldIds: Map<FieldType, number> } {
  const fieldIds = new Map<FieldType, number>();
  for (const type of person?.values.keys() ?? []) {
    const id = fieldIdOf(type, held, write);
    if (id !== undefined) fieldIds.set(type, id);
  }
  return { individualId, masterKey, fieldIds };
}

function fieldIdOf(
  type: StoredType,
  held: HeldPerson | undefined,
  write: PersonWrite | undefined,
): number | undefined {
  const code = FIELD_CODES[type];
  return write?.fields.find((field) => field.code === code)?.id ?? held?.fields.get(type)?.id;
}
