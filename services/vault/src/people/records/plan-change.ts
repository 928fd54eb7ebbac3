import type { StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import {
  type ConsentDetails,
  type ConsentEntry,
  type GivenEntry,
  hasSameNotice,
  maskOf,
  purposesOf,
} from '../../consents/consent.ts';
import { acceptedPurposes, isConsentLive, liveEntriesOf } from '../../consents/coverage.ts';
import type { DataKey } from '../../keys/envelope/data-key.ts';
import { valueMac } from '../../keys/envelope/value-mac.ts';
import { fieldIdOf } from '../ids/field-id.ts';
import { completeness, quality } from '../quality/scores.ts';
import type { HeldField, LockedPerson } from './locked-person.ts';
import type { PersonInput } from './person.ts';
import { listedTypes, type Sealing, scoredAfter, valuesOf } from './plan-person.ts';
import { type FieldDraft, type PersonWrite, rowsOf, sealValue } from './seal-person.ts';

/** The changes of a write to a held person. */
export interface Change {
  /** Values that differ from the stored ones: each becomes a new version. */
  readonly values: readonly [StoredType, string][];
  /** Types for which the consent is recorded: those of `values`, and those that get another purpose. */
  readonly consentTypes: readonly StoredType[];
  /** Types that are not written, because their purposes are all withdrawn. */
  readonly leftOut: readonly StoredType[];
  /** A value equals the stored one and becomes no new version. */
  readonly hasEqual: boolean;
}

/**
 * Compares an input with the stored person. A withdrawal applies to the input (coverage.ts): a type keeps the purposes
 * that are not withdrawn, and without any it is skipped. The external id identifies the person and is never skipped.
 */
export function changeOf(
  consent: ConsentDetails,
  held: LockedPerson,
  key: DataKey,
  person: PersonInput,
): Change {
  const values: [StoredType, string][] = [];
  const consentTypes: StoredType[] = [];
  const leftOut: StoredType[] = [];
  let hasEqual = false;
  for (const [type, value] of valuesOf(person)) {
    const purposes = acceptedPurposes(held.consents, type, consent);
    const field = held.fields.get(type);
    const isChanged = person.isNewVersion === true || !isHeld(field, key, value, person.retentionExpiry);
    if (!isChanged && type !== 'external_id') hasEqual = true;
    if (purposes.length === 0 && type !== 'external_id') leftOut.push(type);
    else if (isChanged) values.push([type, value]);
    if (purposes.length === 0 || person.consent !== undefined) continue;
    if (isChanged || !hasTerms(held.consents, field, purposes, consent)) consentTypes.push(type);
  }
  return { values, consentTypes, leftOut, hasEqual };
}

/** Whether the value is stored already, with the same end of retention if the input states one. */
function isHeld(
  field: HeldField | undefined,
  key: DataKey,
  value: string,
  retentionExpiry: Date | undefined,
): field is HeldField {
  if (field === undefined || !field.isActive || !field.mac.equals(valueMac(key, field.type, value)))
    return false;
  return retentionExpiry === undefined || retentionExpiry.getTime() === field.retentionExpiry?.getTime();
}

/** Whether the history has each purpose for the field, not withdrawn, under the same notice. */
function hasTerms(
  history: readonly ConsentEntry[],
  field: HeldField | undefined,
  purposes: readonly string[],
  consent: ConsentDetails,
): boolean {
  if (field === undefined) return false;
  return purposes.every((purpose) => {
    const newest = liveEntriesOf(history, field, purpose).at(-1);
    if (newest === undefined || !hasSameNotice(newest.details, consent)) return false;
    // A consent with a stated date is a separate consent.
    return consent.isDated !== true || newest.details.date.getTime() === consent.date.getTime();
  });
}

/** The end of retention that a corrected value keeps; an end in the past belonged to the former value. */
function remainingRetention(before: HeldField | undefined, at: Date): Date | undefined {
  const ends = before?.isActive === true ? before.retentionExpiry : undefined;
  return ends !== undefined && ends > at ? ends : undefined;
}

/** The entry that a change records, without the withdrawn purposes of each type. */
function givenBy(
  { consent, at }: Pick<Sealing, 'consent' | 'at'>,
  { consents }: LockedPerson,
  { consentTypes }: Change,
  seq: number,
): GivenEntry | undefined {
  if (consentTypes.length === 0) return undefined;
  const accepted = new Set(consentTypes.flatMap((type) => acceptedPurposes(consents, type, consent)));
  const [purpose = consent.purpose, ...alsoFor] = purposesOf(consent).filter((one) => accepted.has(one));
  const details = { ...consent, purpose, alsoFor };
  return { seq, recordedAt: at, kind: 'given', details, typeMask: maskOf(consentTypes) };
}

/**
 * The rows of a change. `newIds` is for types that are new to the person; absent when its own ids name them. A field
 * keeps the first consent that covers it through corrections; a deleted one starts again.
 */
export function planChange(
  sealing: Sealing,
  held: LockedPerson,
  key: DataKey,
  change: Change,
  options: { readonly newIds?: number[]; readonly retentionExpiry?: Date; readonly isNewKey: boolean },
): PersonWrite {
  const consentSeq = (held.consents.at(-1)?.seq ?? 0) + 1;
  const given = givenBy(sealing, held, change, consentSeq);
  const drafts: FieldDraft[] = change.values.map(([type, value]) => {
    const before = held.fields.get(type);
    return {
      type,
      value,
      id: before?.id ?? (options.newIds ? (options.newIds.shift() ?? 0) : fieldIdOf(held.individualId, type)),
      version: (before?.version ?? 0) + 1,
      consentSeq: before?.isActive === true ? before.consentSeq : consentSeq,
      retentionExpiry: options.retentionExpiry ?? remainingRetention(before, sealing.at),
    };
  });
  const sealed = drafts.map(({ type, version, value }) =>
    sealValue(key, sealing.indexKey.key, sealing.random, { fieldType: type, version }, value),
  );
  const consents = given === undefined ? held.consents : [...held.consents, given];
  const seqOf = new Map(drafts.map((draft) => [draft.type, draft.consentSeq]));
  const isLive = (type: StoredType) =>
    isConsentLive(consents, { type, consentSeq: seqOf.get(type) ?? 0 }, sealing.at);
  const fields = scoredAfter({ ...held, consents }, change.values, sealing.at, { isLive });
  return {
    companyId: sealing.companyId,
    individualId: held.individualId,
    masterKey: held.masterKey,
    isNew: false,
    mayReturn: sealing.mayReturn,
    version: held.recordVersion + 1,
    quality: quality({ fields, at: sealing.at }),
    completeness: completeness(fields.map((field) => field.type)),
    typeMask: maskOf([...listedTypes(held), ...change.values.map(([type]) => type)]),
    newKey: options.isNewKey ? key.wrapUnder(sealing.fieldKey, sealing.random) : undefined,
    consentSeq: given === undefined ? 0 : consentSeq,
    consent: given?.details,
    consentTypes: given?.typeMask ?? 0,
    ...rowsOf(drafts, sealed, sealing.indexKey),
  };
}
