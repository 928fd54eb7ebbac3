import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import { matchForm } from '@pii-vault/platform/domain/field-types/matching-form';
import type { OpenedKey } from '../../keys/company-keys/opened-keys.ts';
import { erasedTraits } from './erased-traits.ts';
import {
  agreeingDates,
  agreeingNames,
  COMPARED,
  type EqualValues,
  type Identity,
  PERSONAL_IDS,
} from './identity.ts';
import { type ErasedPerson, type Holder, IDENTIFIERS } from './known-store.ts';
import type { PersonInput } from './person.ts';
import { areSameNames } from './same-name.ts';

type Values = ReadonlyMap<FieldType, string>;

/**
 * Whether a record is about a person that shares an identifier, but no external id, with it; 'unknown' when name and
 * birth date must be decrypted first.
 * - An equal Aadhaar or PAN decides alone; another one says that it is somebody else.
 * - A phone or an e-mail decides together with the name: a family shares them. The same name as it is stored is enough;
 *   a similar one (areSameNames) must not have another birth date.
 * - If one of the two has no name, the birth date must not differ: a list of e-mails has nothing else to go by.
 * @param isDateHidden the person withdrew, or the stored date has no live consent: birth dates are not compared,
 * because refusals would tell a writer that guesses which date is the stored one
 */
export function isSamePerson(
  equal: EqualValues,
  values: Values,
  held: Identity | undefined,
  isDateHidden = false,
): boolean | 'unknown' {
  if (PERSONAL_IDS.some((type) => equal[type] === true)) return true;
  if (PERSONAL_IDS.some((type) => equal[type] === false)) return false;
  if (equal.name === true) return true;
  if (equal.name === undefined && (isDateHidden || equal.dob !== false)) return true;
  if (held === undefined) return 'unknown';
  if (equal.name === false && agreeingNames(held.name, values.get('name')) !== true) return false;
  return isDateHidden || equal.dob === true || agreeingDates(held.dob, values.get('dob')) !== false;
}

/**
 * Whether a record about a person may be stored in that person's record (onKnown); 'unknown' as above. Father and son
 * may share a name, a phone and an e-mail of the house: with another birth date only an equal Aadhaar or PAN, or phone
 * and e-mail together, make them one. A refusal applies to both.
 * @param isDateHidden the stored date has no live consent: no record with a birth date joins by name and phone
 */
export function mayJoin(
  equal: EqualValues,
  values: Values,
  held: Identity | undefined,
  isDateHidden: boolean,
): boolean | 'unknown' {
  if (PERSONAL_IDS.some((type) => equal[type] === true)) return true;
  if (equal.phone === true && equal.email === true) return true;
  if (isDateHidden) return !values.has('dob');
  if (equal.dob !== false) return true;
  if (held === undefined) return 'unknown';
  return agreeingDates(held.dob, values.get('dob')) !== false;
}

/** The same for an erased person: only HMACs of its name are left. */
export function isErasedPerson(
  keys: readonly OpenedKey[],
  { individualId, identifiers, traits }: ErasedPerson,
  { shared }: Pick<Holder, 'shared'>,
  values: Values,
): boolean {
  if (PERSONAL_IDS.some((type) => shared.has(type))) return true;
  if (PERSONAL_IDS.some((type) => identifiers.has(type) && values.has(type))) return false;
  const key = keys.find(({ version }) => version === traits?.keyVersion);
  // Its name was damaged when it was erased: a phone alone refuses no record.
  if (key === undefined || traits === undefined) return false;
  const kept = traits.values;
  const own = erasedTraits(key.key, individualId, { name: values.get('name') });
  if (kept.name === undefined || own.name === undefined || kept.exact === own.exact) return true;
  return areSameNames(kept.name, own.name);
}

/** A value that more records share identifies none of them. */
const MOST_COMPARED = 20;

/** Records without an id, in memory, among which a later one may be about the same person. */
export class SimilarRecords {
  readonly #byValue = new Map<string, PersonInput[]>();

  has(person: PersonInput): boolean {
    return identifiersOf(person).some((value) =>
      this.#byValue.get(value)?.some((earlier) => areSameRecords(earlier.values, person.values)),
    );
  }

  add(person: PersonInput): void {
    for (const value of identifiersOf(person)) {
      const earlier = this.#byValue.get(value);
      if (earlier === undefined) this.#byValue.set(value, [person]);
      else if (earlier.length < MOST_COMPARED) earlier.push(person);
    }
  }
}

/** The values by which a record without an id is recognised, with their types; of an e-mail address the mailbox. */
export const identifiersOf = ({ values }: Pick<PersonInput, 'values'>): string[] =>
  IDENTIFIERS.flatMap((type) => {
    const value = values.get(type);
    return value === undefined ? [] : [`${type}:${matchForm(type, value) ?? value}`];
  });

function areSameRecords(one: Values, other: Values): boolean {
  const equal: { -readonly [type in keyof EqualValues]: EqualValues[type] } = {};
  for (const type of COMPARED)
    if (one.has(type) && other.has(type)) equal[type] = one.get(type) === other.get(type);
  return isSamePerson(equal, other, { name: one.get('name'), dob: one.get('dob') }) === true;
}
