import {
  type FieldType,
  isFieldType,
  type StoredType,
} from '@pii-vault/platform/domain/field-types/field-type';
import { bitOf, type ConsentDetails, maskOf } from '../../consents/consent.ts';
import { isConsentLive } from '../../consents/coverage.ts';
import type { RandomPool } from '../../keys/envelope/random-pool.ts';
import { fieldIdOf } from '../ids/field-id.ts';
import { completeness, quality, type ScoredField } from '../quality/scores.ts';
import type { HeldField, LockedPerson } from './locked-person.ts';
import type { PersonInput } from './person.ts';
import { type PersonWrite, rowsOf, type SealedPerson, type SealingKeys } from './seal-person.ts';

/** Dependencies for encrypting people of one company. */
export interface Sealing extends SealingKeys {
  readonly consent: ConsentDetails;
  readonly random: RandomPool;
  readonly at: Date;
  readonly mayReturn: boolean;
}

/** The number of a person's first consent. */
const FIRST_CONSENT = 1;

/**
 * A person that is new to the company, with sealed values (valuesOf). `fieldIds` has one id per
 * value, the external id's included, where the individual id is not new.
 */
export function planNewPerson(
  { companyId, consent, indexKey, at, mayReturn }: Omit<Sealing, 'fieldKey' | 'random'>,
  person: PersonInput,
  sealed: SealedPerson,
  ids: { readonly individualId: number; readonly masterKey: string; readonly fieldIds?: readonly number[] },
): PersonWrite {
  const drafts = valuesOf(person).map(([type, value], n) => ({
    type,
    value,
    id: ids.fieldIds === undefined ? fieldIdOf(ids.individualId, type) : (ids.fieldIds[n] ?? 0),
    version: 1,
    consentSeq: FIRST_CONSENT,
    retentionExpiry: person.retentionExpiry,
  }));
  const isConsented = person.consent === undefined;
  const given = drafts.length === 0 || !isConsented ? undefined : consent;
  const scored = scoredInput(person, at, () => isConsented);
  return {
    companyId,
    individualId: ids.individualId,
    masterKey: ids.masterKey,
    isNew: true,
    mayReturn,
    version: 1,
    quality: quality({ fields: scored, at }),
    completeness: completeness(scored.map((field) => field.type)),
    typeMask: maskOf(drafts.map((draft) => draft.type)),
    newKey: sealed.newKey,
    consentSeq: given === undefined ? 0 : FIRST_CONSENT,
    consent: given,
    consentTypes: 0,
    ...rowsOf(drafts, sealed.values, indexKey),
  };
}

/** Type and value of everything to be stored: the fields, then the external id. */
export function valuesOf(person: PersonInput): [StoredType, string][] {
  const values: [StoredType, string][] = [...person.values];
  if (person.externalId !== undefined) values.push(['external_id', person.externalId]);
  return values;
}

/**
 * Scores of a held person with the values of `changed`, or without the type of `without`. `isLive`: whether a consent
 * covers a changed value.
 */
export function scoredAfter(
  held: LockedPerson,
  changed: readonly [StoredType, string][],
  at: Date,
  { without = 0, isLive = () => true }: { without?: number; isLive?: (type: FieldType) => boolean } = {},
): ScoredField[] {
  const fresh = new Map(changed);
  const kept = activeOf(held)
    .filter((field) => !fresh.has(field.type) && (without & bitOf(field.type)) === 0)
    .flatMap((field) => scoredHeld(held, field, at));
  return [...kept, ...scoredInput({ values: fieldsAmong(changed) }, at, isLive)];
}

function scoredHeld(held: LockedPerson, field: HeldField, at: Date): ScoredField[] {
  if (!isFieldType(field.type)) return [];
  return [
    {
      type: field.type,
      updatedAt: field.createdAt,
      consentLive: isConsentLive(held.consents, field, at),
      retentionExpired: field.retentionExpiry !== undefined && field.retentionExpiry <= at,
    },
  ];
}

function scoredInput(
  person: Pick<PersonInput, 'values'>,
  at: Date,
  isLive: (type: FieldType) => boolean,
): ScoredField[] {
  return [...person.values].map(([type, value]) => ({
    type,
    value,
    updatedAt: at,
    consentLive: isLive(type),
    retentionExpired: false,
  }));
}

/** Types of the active fields that lists and figures count, without the nominee. */
export function listedTypes(held: LockedPerson): StoredType[] {
  return activeOf(held).flatMap(({ type }) => (type === 'nominee' ? [] : [type]));
}

function activeOf(held: LockedPerson): HeldField[] {
  return [...held.fields.values()].filter((field) => field.isActive);
}

function fieldsAmong(values: readonly [StoredType, string][]): Map<FieldType, string> {
  const fields = new Map<FieldType, string>();
  for (const [type, value] of values) if (isFieldType(type)) fields.set(type, value);
  return fields;
}
