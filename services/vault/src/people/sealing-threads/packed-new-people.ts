import { FIELD_CODES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import type { NewPerson } from '../records/seal-person.ts';

/** For each person id, number of values, and type and text of each: faster to transfer than objects. */
export type PackedNewPeople = ReadonlyArray<number | string>;

const TYPES = new Map(Object.entries(FIELD_CODES).map(([type, code]) => [code, type as StoredType]));

export function packNewPeople(people: readonly NewPerson[]): PackedNewPeople {
  const packed: (number | string)[] = [];
  for (const { individualId, values } of people) {
    packed.push(individualId, values.length);
    for (const [type, value] of values) packed.push(FIELD_CODES[type], value);
  }
  return packed;
}

/** @throws RangeError for what packNewPeople did not make */
export function unpackNewPeople(packed: PackedNewPeople): NewPerson[] {
  const people: NewPerson[] = [];
  let at = 0;
  const number = () => {
    const next = packed[at++];
    if (typeof next !== 'number') throw new RangeError('A number was to come');
    return next;
  };
  const value = (): [StoredType, string] => {
    const type = TYPES.get(number());
    const text = packed[at++];
    if (type === undefined || typeof text !== 'string') throw new RangeError('A value was to come');
    return [type, text];
  };
  while (at < packed.length) {
    const individualId = number();
    people.push({ individualId, values: Array.from({ length: number() }, value) });
  }
  return people;
}
