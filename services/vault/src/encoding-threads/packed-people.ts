import { HANDLE_TYPES } from '../encoding/encoded-rows.ts';
import type { LinkableFields } from '../encoding/record-encoder.ts';

const FIELDS = [...HANDLE_TYPES, 'name', 'address', 'dob'] as const;

/** People's values one after the other, those of a person in the order of FIELDS: quicker to hand over than objects. */
export type PackedPeople = ReadonlyArray<string | undefined>;

export function packPeople(people: readonly LinkableFields[]): PackedPeople {
  const packed: Array<string | undefined> = [];
  for (const person of people) for (const field of FIELDS) packed.push(person[field]);
  return packed;
}

export function unpackPeople(packed: PackedPeople): LinkableFields[] {
  const people: LinkableFields[] = [];
  for (let from = 0; from < packed.length; from += FIELDS.length)
    people.push(Object.fromEntries(FIELDS.map((field, at) => [field, packed[from + at]])));
  return people;
}
