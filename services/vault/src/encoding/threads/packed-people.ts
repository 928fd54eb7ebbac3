import { HANDLE_TYPES } from '../encoded-rows.ts';
import type { LinkableFields } from '../record-encoder.ts';

const FIELDS = [...HANDLE_TYPES, 'name', 'address', 'dob'] as const;

/** People's values concatenated, those of a person in the order of FIELDS: faster to transfer than objects. */
export type PackedPeople = ReadonlyArray<string | undefined>;

export function packPeople(people: readonly LinkableFields[]): PackedPeople {
  const packed: Array<string | undefined> = [];
  for (const person of people) for (const field of FIELDS) packed.push(person[field]);
  return packed;
}

export function unpackPeople(packed: PackedPeople): LinkableFields[] {
  const people: LinkableFields[] = [];
  for (let from = 0; from < packed.length; from += FIELDS.length) {
    // All fields in one order, so that all objects share one hidden class.
    const person: Record<string, string | undefined> = {};
    for (let at = 0; at < FIELDS.length; at += 1) person[FIELDS[at] ?? ''] = packed[from + at];
    people.push(person);
  }
  return people;
}
