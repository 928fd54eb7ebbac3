import type { StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import {
  type ConsentDetails,
  type ConsentEntry,
  type GivenEntry,
  isAbout,
  purposesOf,
  type Refusal,
  type WithdrawnEntry,
} from './consent.ts';

/** The properties of a field that decide which entries of the history apply to it. */
export interface CoveredField {
  readonly type: StoredType;
  /** The first entry that covers the field (earlier ones applied to a value that was deleted since); 0 = none. */
  readonly consentSeq: number;
}

/**
 * Whether a field may be used for `purpose` at `at`; undefined = covered. Consent is per person, field and purpose: any
 * entry since the field's first one that names the purpose and the type covers it; the one with the latest date decides
 * when it expires. A withdrawal ends earlier entries and applies to later ones until the person consents again: by an
 * entry with a stated date after it (DPDP Act 2023, s.6(4)–(6)). The SQL function consent_status implements the same
 * rule; a test compares the two.
 */
export function refusalOf(
  history: readonly ConsentEntry[],
  field: CoveredField & { readonly retentionExpiry?: Date },
  purpose: string,
  at: Date,
): Refusal | undefined {
  if (field.retentionExpiry !== undefined && field.retentionExpiry <= at) return 'RETENTION_EXPIRED';
  const naming = entriesOf(history, field).filter(({ details }) => purposesOf(details).includes(purpose));
  if (naming.length === 0) return 'PURPOSE_NOT_COVERED';
  const newest = newestLive(history, naming, field, purpose);
  if (newest === undefined) return 'CONSENT_WITHDRAWN';
  const { expiresAt } = newest.details;
  return expiresAt !== undefined && expiresAt <= at ? 'CONSENT_EXPIRED' : undefined;
}

/** Of entries that name the purpose, the one with the latest date that no withdrawal ends. */
function newestLive(
  history: readonly ConsentEntry[],
  naming: readonly GivenEntry[],
  field: CoveredField,
  purpose: string,
): GivenEntry | undefined {
  const live = naming.filter((entry) => endOf(history, entry, field.type, purpose) === undefined);
  const [first, ...others] = live;
  return others.reduce(
    (one, other) => (one === undefined || other.details.date >= one.details.date ? other : one),
    first,
  );
}

/**
 * When a field that is covered for the purpose loses its cover by time alone: by the end of the consent or of the
 * retention. Undefined: never.
 */
export function coveredUntil(
  history: readonly ConsentEntry[],
  field: CoveredField & { readonly retentionExpiry?: Date },
  purpose: string,
): Date | undefined {
  const naming = entriesOf(history, field).filter(({ details }) => purposesOf(details).includes(purpose));
  const expiresAt = newestLive(history, naming, field, purpose)?.details.expiresAt;
  return earliest([expiresAt, field.retentionExpiry]);
}

/** When a field with a live consent loses the last one by time alone. Undefined: never. */
export function consentLiveUntil(
  history: readonly ConsentEntry[],
  field: CoveredField,
  at: Date,
): Date | undefined {
  const ends = livePurposes(history, field, at).map((purpose) =>
    coveredUntil(history, withoutEnd(field), purpose),
  );
  if (ends.some((end) => end === undefined)) return undefined;
  return ends.reduce(
    (one, other) => (one !== undefined && other !== undefined && one > other ? one : other),
    ends[0],
  );
}

/** Inside a company a value whose retention is over is not matched; its end is no end of consent. */
const withoutEnd = ({ type, consentSeq }: CoveredField): CoveredField => ({ type, consentSeq });

/** The earliest of the defined times. */
export function earliest(instants: ReadonlyArray<Date | undefined>): Date | undefined {
  return instants.reduce(
    (one, other) => (one === undefined || (other !== undefined && other < one) ? other : one),
    undefined,
  );
}

/** Purposes that cover the field at `at`, in the order in which they were first given. */
export function livePurposes(history: readonly ConsentEntry[], field: CoveredField, at: Date): string[] {
  const named = new Set(entriesOf(history, field).flatMap(({ details }) => purposesOf(details)));
  return [...named].filter((purpose) => refusalOf(history, field, purpose, at) === undefined);
}

/** Whether the field may be used for any purpose at `at`: what data quality counts as live consent. */
export function isConsentLive(history: readonly ConsentEntry[], field: CoveredField, at: Date): boolean {
  return livePurposes(history, field, at).length > 0;
}

/** Whether a single entry still covers the type for one of its purposes at `at`. */
export function isEntryLive(
  history: readonly ConsentEntry[],
  entry: GivenEntry,
  type: StoredType,
  at: Date,
): boolean {
  const { details } = entry;
  if (!isAbout(entry, type) || (details.expiresAt !== undefined && details.expiresAt <= at)) return false;
  return purposesOf(details).some((purpose) => endOf(history, entry, type, purpose) === undefined);
}

/** The purposes of a new consent to which no withdrawal of the history applies. */
export function acceptedPurposes(
  history: readonly ConsentEntry[],
  type: StoredType,
  details: ConsentDetails,
): string[] {
  const next = { seq: Number.POSITIVE_INFINITY, details };
  return purposesOf(details).filter((purpose) => endOf(history, next, type, purpose) === undefined);
}

/** The consent of a field as one artefact, for display. */
export interface ShownConsent {
  readonly details: ConsentDetails;
  /** When the artefact's own purpose was withdrawn. */
  readonly withdrawnAt?: Date;
}

/**
 * The newest entry whose own purpose is not withdrawn, else the newest of all, with every other purpose that covers the
 * field in alsoFor. Undefined for a field that no entry covers.
 */
export function shownConsent(
  history: readonly ConsentEntry[],
  field: CoveredField,
  at: Date,
): ShownConsent | undefined {
  const entries = entriesOf(history, field);
  const endOfOwn = (entry: GivenEntry) => endOf(history, entry, field.type, entry.details.purpose);
  const entry = entries.findLast((one) => endOfOwn(one) === undefined) ?? entries.at(-1);
  if (entry === undefined) return undefined;
  const alsoFor = livePurposes(history, field, at).filter((purpose) => purpose !== entry.details.purpose);
  const end = endOfOwn(entry);
  return { details: { ...entry.details, alsoFor }, ...(end === undefined ? {} : { withdrawnAt: end.at }) };
}

/** Entries that cover the field for one purpose or another, oldest first. */
export function entriesOf(
  history: readonly ConsentEntry[],
  { type, consentSeq }: CoveredField,
): GivenEntry[] {
  return history.filter(
    (entry): entry is GivenEntry =>
      entry.kind === 'given' && consentSeq > 0 && entry.seq >= consentSeq && isAbout(entry, type),
  );
}

/**
 * The first withdrawal that ends an entry for the type and purpose. An earlier withdrawal ends it unless the entry's
 * stated date is later, or the person consented again in between. An entry without a stated date ends no withdrawal.
 */
export function endOf(
  history: readonly ConsentEntry[],
  entry: Pick<GivenEntry, 'seq' | 'details'>,
  type: StoredType,
  purpose: string,
): WithdrawnEntry | undefined {
  return endsOf(history, entry, type, purpose)[0];
}

/** All withdrawals that end it, oldest first. */
function endsOf(
  history: readonly ConsentEntry[],
  entry: Pick<GivenEntry, 'seq' | 'details'>,
  type: StoredType,
  purpose: string,
): WithdrawnEntry[] {
  return withdrawalsOf(history, type, purpose).filter(
    (withdrawal) =>
      withdrawal.seq > entry.seq ||
      !(isAfter(entry.details, withdrawal) || hasEnded(history, withdrawal, entry.seq, type)),
  );
}

/**
 * The purposes of a new consent that no history of the same person refuses, of several records of a company. A
 * withdrawal in one of them is ended by a consent with a later stated date in any of them that is not withdrawn.
 */
export function purposesAcceptedByAll(
  histories: ReadonlyArray<readonly ConsentEntry[]>,
  type: StoredType,
  details: ConsentDetails,
): string[] {
  const next = { seq: Number.POSITIVE_INFINITY, details };
  return purposesOf(details).filter((purpose) => {
    const ends = histories.flatMap((history) => endsOf(history, next, type, purpose));
    return ends.every((end) => histories.some((history) => hasConsentAfter(history, end, type)));
  });
}

function hasConsentAfter(
  history: readonly ConsentEntry[],
  withdrawal: WithdrawnEntry,
  type: StoredType,
): boolean {
  const { purpose } = withdrawal;
  return history.some(
    (entry) =>
      entry.kind === 'given' &&
      isAbout(entry, type) &&
      purposesOf(entry.details).includes(purpose) &&
      isAfter(entry.details, withdrawal) &&
      endOf(history, entry, type, purpose) === undefined,
  );
}

/** Whether the person consented again between a withdrawal and the entry `before`. */
function hasEnded(
  history: readonly ConsentEntry[],
  withdrawal: WithdrawnEntry,
  before: number,
  type: StoredType,
): boolean {
  return history.some(
    (entry) =>
      entry.kind === 'given' &&
      entry.seq > withdrawal.seq &&
      entry.seq < before &&
      isAbout(entry, type) &&
      purposesOf(entry.details).includes(withdrawal.purpose) &&
      isAfter(entry.details, withdrawal),
  );
}

function withdrawalsOf(
  history: readonly ConsentEntry[],
  type: StoredType,
  purpose: string,
): WithdrawnEntry[] {
  return history.filter(
    (entry): entry is WithdrawnEntry =>
      entry.kind === 'withdrawn' && entry.purpose === purpose && isAbout(entry, type),
  );
}

/** Whether a consent ends a withdrawal that was recorded before it. */
function isAfter({ isDated, date }: ConsentDetails, { at }: WithdrawnEntry): boolean {
  return isDated === true && date > at;
}
