import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import { isConsentLive } from '../../consents/coverage.ts';
import type { DataKey } from '../../keys/envelope/data-key.ts';
import { valueMac } from '../../keys/envelope/value-mac.ts';
import type { LockedPerson } from './locked-person.ts';
import { areSameNames, nameTokens } from './same-name.ts';
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
export const PERSONAL_IDS = ['aadhaar', 'pan'] as const satisfies readonly FieldType[];
export const COMPARED = [
  ...PERSONAL_IDS,
  'name',
  'dob',
  'phone',
  'email',
] as const satisfies readonly FieldType[];

/** Whether values that both have are equal; a type that one of them lacks is absent. */
export type EqualValues = Partial<Readonly<Record<(typeof COMPARED)[number], boolean>>>;

/**
 * Whether the stored birth date has no live consent. Then nothing that a writer learns may depend on it: a refusal, a
 * conflict or a merge would tell which of a few guesses is the date.
 */
export function hidesDate({ fields, consents }: LockedPerson, at: Date): boolean {
  const field = fields.get('dob');
  return field?.isActive === true && !isConsentLive(consents, field, at);
}

/** Compares the stored MACs of a person with an input; without a birth date that hidesDate. */
export function compareByMac(held: LockedPerson, key: DataKey, { values }: Values, at: Date): EqualValues {
  const equal: Partial<Record<(typeof COMPARED)[number], boolean>> = {};
  for (const type of COMPARED) {
    const [field, value] = [held.fields.get(type), values.get(type)];
    if (field?.isActive !== true || value === undefined || (type === 'dob' && hidesDate(held, at))) continue;
    equal[type] = field.mac.equals(valueMac(key, type, value));
  }
  return equal;
}

/**
 * Whether an input that shares the external id of a held person is about that person; 'unknown' when name and birth
 * date must be decrypted first. It is about another one when
 * - it has another Aadhaar or PAN,
 * - it has another name, unless the whole birth date, Aadhaar, PAN, or both phone and e-mail are equal; not even then
 *   when the birth date differs, too: a family shares a phone, and a new name keeps the birth date,
 * - one of them has no name, and two or more of birth date, phone and e-mail differ while none is equal.
 * A single new phone or e-mail is a correction.
 */
export function verdictOf(
  equal: EqualValues,
  { values }: Values,
  held: Identity | undefined,
): 'same' | 'other' | 'unknown' {
  if (PERSONAL_IDS.some((type) => equal[type] === false)) return 'other';
  const { phone, email } = equal;
  const [name, dob] = [values.get('name'), values.get('dob')];
  const isProven =
    PERSONAL_IDS.some((type) => equal[type] === true) ||
    (equal.dob === true && !isPartial(dob)) ||
    (phone === true && email === true);
  const needsDates = equal.dob === false && (equal.name !== true || isPartial(dob));
  if (held === undefined && (needsDates || (equal.name === false && !isProven))) return 'unknown';
  const areDates = equal.dob === false ? agreeingDates(held?.dob, dob) : equal.dob;
  const isName = equal.name === false && held !== undefined ? agreeingNames(held.name, name) : equal.name;
  if (isName === false) return isProven && areDates !== false ? 'same' : 'other';
  if (isName === true || isProven) return 'same';
  const others = [areDates, phone, email];
  return !others.includes(true) && others.filter((one) => one === false).length > 1 ? 'other' : 'same';
}

/** Omits the input's birth date if it is less precise than the stored one: 1990 does not replace 1990-05-04. */
export function withoutCoarserDate<T extends Values>(held: Identity, input: T): T {
  const dob = input.values.get('dob');
  if (dob === undefined || !isPartial(dob) || held.dob?.startsWith(dob) !== true) return input;
  return { ...input, values: new Map([...input.values].filter(([type]) => type !== 'dob')) };
}

const WHOLE_DATE = 'yyyy-mm-dd'.length;
export const isPartial = (dob: string | undefined) => dob !== undefined && dob.length < WHOLE_DATE;

/** Dates of birth are yyyy, yyyy-mm or yyyy-mm-dd: a prefix of another one does not contradict it. */
export function agreeingDates(one: string | undefined, other: string | undefined): boolean | undefined {
  if (one === undefined || other === undefined) return undefined;
  return one.startsWith(other) || other.startsWith(one);
}

export function agreeingNames(one: string | undefined, other: string | undefined): boolean | undefined {
  if (one === undefined || other === undefined) return undefined;
  return one === other || areSameNames(nameTokens(one), nameTokens(other));
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
