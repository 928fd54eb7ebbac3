import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import { type NameParts, nameParts } from '../encoding/name-parts.ts';
import type { DataKey } from '../envelope/data-key.ts';
import { valueMac } from '../envelope/value-mac.ts';
import type { LockedPerson } from './locked-person.ts';
import type { PersonWrite } from './seal-person.ts';

/** The identifying values of a held person: canonical, absent where the person has none. */
export interface Identity {
  readonly name?: string;
  readonly dob?: string;
}

/** An identity with the record version that it was read from. */
export interface KnownIdentity extends Identity {
  readonly recordVersion: number;
}

/** The values of a record, as in PersonInput. */
interface Values {
  readonly values: ReadonlyMap<FieldType, string>;
}

/** Identifiers that are unique to a person. */
const PERSONAL_IDS = ['aadhaar', 'pan'] as const satisfies readonly FieldType[];

/**
 * Compares the MACs of a held person with an input that shares its external id: 'other' when it has another Aadhaar or
 * PAN; 'unclear', so that the values decide, when both name and birth date differ or its birth date is a differing
 * partial one; else 'same'.
 */
export function compareByMac(
  held: LockedPerson,
  key: DataKey,
  { values }: Values,
): 'same' | 'other' | 'unclear' {
  const differs = (type: FieldType) => {
    const [field, value] = [held.fields.get(type), values.get(type)];
    return field?.isActive === true && value !== undefined && !field.mac.equals(valueMac(key, type, value));
  };
  if (PERSONAL_IDS.some(differs)) return 'other';
  return differs('dob') && (differs('name') || isPartial(values.get('dob'))) ? 'unclear' : 'same';
}

/** Omits the input's birth date if it is less precise than the stored one: 1990 does not replace 1990-05-04. */
export function withoutCoarserDate<T extends Values>(held: Identity, input: T): T {
  const dob = input.values.get('dob');
  if (dob === undefined || !isPartial(dob) || held.dob?.startsWith(dob) !== true) return input;
  return { ...input, values: new Map([...input.values].filter(([type]) => type !== 'dob')) };
}

const WHOLE_DATE = 'yyyy-mm-dd'.length;
const isPartial = (dob: string | undefined) => dob !== undefined && dob.length < WHOLE_DATE;

/** Whether an input is about another person: both name and birth date differ. */
export function isAnotherPerson(held: Identity, { values }: Values): boolean {
  const [name, dob] = [values.get('name'), values.get('dob')];
  if (held.name === undefined || held.dob === undefined || name === undefined || dob === undefined)
    return false;
  return areOtherDates(held.dob, dob) && areOtherNames(held.name, name);
}

/** Dates of birth are yyyy, yyyy-mm or yyyy-mm-dd: a prefix of another one does not contradict it. */
function areOtherDates(one: string, other: string): boolean {
  return !one.startsWith(other) && !other.startsWith(one);
}

/**
 * Two names agree when each word of the shorter one has a word with the same sound in the longer one, or one is the
 * initial of the other. Similar letters are not enough: Suresh is not Naresh.
 */
function areOtherNames(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [tokensOf(nameParts(one)), tokensOf(nameParts(other))].sort(
    (a, b) => a.length - b.length,
  );
  const left = [...longer];
  return !shorter.every((token) => {
    const at = left.findIndex((candidate) => isSameWord(token, candidate));
    if (at === -1) return false;
    left.splice(at, 1);
    return true;
  });
}

/** Sounds of the words, longest first so that initials match what is left; single letters unchanged. */
function tokensOf({ words, initials }: NameParts): string[] {
  const sounds = words.map(({ text, sound }) => ({ text, sound }));
  return [
    ...sounds.sort((a, b) => b.text.length - a.text.length).map(({ text, sound }) => `${text[0]}${sound}`),
    ...initials.map(({ text }) => text),
  ];
}

function isSameWord(one: string, other: string): boolean {
  if (one.length === 1 || other.length === 1) return one[0] === other[0];
  return one.slice(1) === other.slice(1);
}

/** The identities for a write: those decrypted before it, updated by its own writes. */
export class IdentityBook {
  readonly #known: Map<number, KnownIdentity>;

  constructor(opened: ReadonlyMap<number, KnownIdentity> = new Map()) {
    this.#known = new Map(opened);
  }

  /** The identity of exactly this version of the record; undefined when it must be decrypted. */
  of({
    individualId,
    recordVersion,
  }: Pick<LockedPerson, 'individualId' | 'recordVersion'>): KnownIdentity | undefined {
    const known = this.#known.get(individualId);
    return known?.recordVersion === recordVersion ? known : undefined;
  }

  /** A later record of the same write may be about the person that this one created or changed. */
  wrote(
    { individualId, isNew, version }: Pick<PersonWrite, 'individualId' | 'isNew' | 'version'>,
    values: ReadonlyMap<FieldType, string>,
  ): void {
    const before = isNew ? {} : this.of({ individualId, recordVersion: version - 1 });
    if (before === undefined) return;
    const [name, dob] = [values.get('name'), values.get('dob')];
    this.#known.set(individualId, {
      ...before,
      ...(name === undefined ? {} : { name }),
      ...(dob === undefined ? {} : { dob }),
      recordVersion: version,
    });
  }
}
