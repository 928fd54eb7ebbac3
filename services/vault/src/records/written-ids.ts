import {
  FIELD_CODES,
  FIELD_TYPES,
  type FieldType,
  type StoredType,
} from '@pii-vault/platform/domain/field-types/field-type';
import type { LockedPerson } from './locked-person.ts';
import type { PersonInput, PersonWritten } from './person.ts';
import type { PersonWrite } from './seal-person.ts';

/** The same as it is answered, and kept for a repetition. */
export interface RecordIds {
  readonly individualId: number;
  readonly masterKey: string;
  readonly fieldIds: Readonly<Partial<Record<FieldType, number>>>;
}

export function recordIds(ids: Pick<PersonWritten, 'individualId' | 'masterKey' | 'fieldIds'>): RecordIds {
  const { individualId, masterKey, fieldIds } = ids;
  return { individualId, masterKey, fieldIds: Object.fromEntries(fieldIds) };
}

export function fieldIdsOf(kept: RecordIds['fieldIds']): Map<FieldType, number> {
  return new Map(
    FIELD_TYPES.flatMap((type) => {
      const id = kept[type];
      return id === undefined ? [] : [[type, id] as const];
    }),
  );
}

/** What an answer names of a written person: its ids, and those of the fields that the input gives. */
export function idsOf(
  person: PersonInput | undefined,
  individualId: number,
  masterKey: string,
  held: LockedPerson | undefined,
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
  held: LockedPerson | undefined,
  write: PersonWrite | undefined,
): number | undefined {
  const code = FIELD_CODES[type];
  return write?.fields.find((field) => field.code === code)?.id ?? held?.fields.get(type)?.id;
}
