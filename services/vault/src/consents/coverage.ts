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
  if (!entriesOf(history, field).some(({ details }) => purposesOf(details).includes(purpose)))
    return 'PURPOSE_NOT_COVERED';
  const newest = newestLive(history, field, purpose);
  if (newest === undefined) return 'CONSENT_WITHDRAWN';
  const { expiresAt } = newest.details;
  return expiresAt !== undefined && expiresAt <= at ? 'CONSENT_EXPIRED' : undefined;
}

/** Entries that cover the field for the purpose and that no withdrawal ends, oldest first. */
export function liveEntriesOf(
  history: readonly ConsentEntry[],
  { type, consentSeq }: CoveredField,
  purpose: string,
): GivenEntry[] {
  if (consentSeq === 0) return [];
  return stateOf(history, type, purpose).live.filter(({ seq }) => seq >= consentSeq);
}

/** Of them the one with the latest date. */
function newestLive(
  history: readonly ConsentEntry[],
  field: CoveredField,
  purpose: string,
): GivenEntry | undefined {
  const [first, ...others] = liveEntriesOf(history, field, purpose);
  return others.reduce(
    (one, other) => (one === undefined || other.details.date >= one.details.date ? other : one),
    first,
  );
}

/** What a history says of a purpose and a type at its end. */
interface PurposeState {
  /** Entries that name the purpose and that no withdrawal ends, oldest first. */
  readonly live: readonly GivenEntry[];
  /** The latest time of the withdrawals that apply to a later entry, unless its stated date is after it. */
  readonly withdrawnAt: Date | undefined;
}

/**
 * One pass, because a person may have thousands of entries and each is repeated as often as its company likes. Of the
 * withdrawals that apply the latest decides: a consent dated after it is after all of them.
 */
function stateOf(history: readonly ConsentEntry[], type: StoredType, purpose: string): PurposeState {
  let live: GivenEntry[] = [];
  let withdrawnAt: Date | undefined;
  for (const entry of history) {
    if (!isAbout(entry, type)) continue;
    if (entry.kind === 'withdrawn') {
      if (entry.purpose !== purpose) continue;
      live = [];
      if (withdrawnAt === undefined || entry.at > withdrawnAt) withdrawnAt = entry.at;
    } else if (purposesOf(entry.details).includes(purpose)) {
      if (withdrawnAt !== undefined && isAfter(entry.details, withdrawnAt)) withdrawnAt = undefined;
      if (withdrawnAt === undefined) live.push(entry);
    }
  }
  return { live, withdrawnAt };
}

/** The entries about the type by purpose: together as many as the history has purposes. */
function byPurpose(history: readonly ConsentEntry[], type: StoredType): ReadonlyMap<string, ConsentEntry[]> {
  const entries = new Map<string, ConsentEntry[]>();
  for (const entry of history) {
    if (!isAbout(entry, type)) continue;
    for (const purpose of entry.kind === 'given' ? new Set(purposesOf(entry.details)) : [entry.purpose]) {
      const own = entries.get(purpose);
      if (own === undefined) entries.set(purpose, [entry]);
      else own.push(entry);
    }
  }
  return entries;
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
  const expiresAt = newestLive(history, field, purpose)?.details.expiresAt;
  return earliest([expiresAt, field.retentionExpiry]);
}

/** When a field with a live consent loses the last one by time alone. Undefined: never. */
export function consentLiveUntil(
  history: readonly ConsentEntry[],
  field: CoveredField,
  at: Date,
): Date | undefined {
  const entries = byPurpose(history, field.type);
  const ends = livePurposes(history, field, at).map((purpose) =>
    coveredUntil(entries.get(purpose) ?? [], withoutEnd(field), purpose),
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
  const entries = byPurpose(history, field.type);
  const named = new Set(entriesOf(history, field).flatMap(({ details }) => purposesOf(details)));
  return [...named].filter(
    (purpose) => refusalOf(entries.get(purpose) ?? [], field, purpose, at) === undefined,
  );
}

/** Whether the field may be used for any purpose at `at`: what data quality counts as live consent. */
export function isConsentLive(history: readonly ConsentEntry[], field: CoveredField, at: Date): boolean {
  return livePurposes(history, field, at).length > 0;
}

/** The entries that cover the type for one of their purposes at `at`. */
export function liveEntries(
  history: readonly ConsentEntry[],
  type: StoredType,
  at: Date,
): ReadonlySet<GivenEntry> {
  const live = [...byPurpose(history, type)].flatMap(([purpose, own]) => stateOf(own, type, purpose).live);
  return new Set(live.filter(({ details: { expiresAt } }) => expiresAt === undefined || expiresAt > at));
}

/** The purposes of a new consent to which no withdrawal of the history applies. */
export function acceptedPurposes(
  history: readonly ConsentEntry[],
  type: StoredType,
  details: ConsentDetails,
): string[] {
  return purposesOf(details).filter((purpose) => {
    const { withdrawnAt } = stateOf(history, type, purpose);
    return withdrawnAt === undefined || isAfter(details, withdrawnAt);
  });
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
  const all = byPurpose(history, field.type);
  const live = new Set(
    [...all].flatMap(([purpose, own]) =>
      stateOf(own, field.type, purpose).live.filter(({ details }) => details.purpose === purpose),
    ),
  );
  const entry = entries.findLast((one) => live.has(one)) ?? entries.at(-1);
  if (entry === undefined) return undefined;
  const alsoFor = livePurposes(history, field, at).filter((purpose) => purpose !== entry.details.purpose);
  const end = endOf(history, entry, field.type, entry.details.purpose);
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
function endOf(
  history: readonly ConsentEntry[],
  entry: Pick<GivenEntry, 'seq' | 'details'>,
  type: StoredType,
  purpose: string,
): WithdrawnEntry | undefined {
  let first: WithdrawnEntry | undefined;
  /** The latest stated date of the entry and of those after the withdrawal. */
  let statedAt = entry.details.isDated === true ? entry.details.date : undefined;
  for (const one of history.toReversed()) {
    if (!isAbout(one, type)) continue;
    if (one.kind === 'withdrawn') {
      const isEnded = one.seq < entry.seq && statedAt !== undefined && statedAt > one.at;
      if (one.purpose === purpose && !isEnded) first = one;
    } else if (one.seq < entry.seq && purposesOf(one.details).includes(purpose)) {
      const { isDated, date } = one.details;
      if (isDated === true && (statedAt === undefined || date > statedAt)) statedAt = date;
    }
  }
  return first;
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
  return purposesOf(details).filter((purpose) => {
    const states = histories.map((history) => stateOf(history, type, purpose));
    const live = states.flatMap((state) => state.live);
    return states.every(
      ({ withdrawnAt }) =>
        withdrawnAt === undefined ||
        isAfter(details, withdrawnAt) ||
        live.some((entry) => isAfter(entry.details, withdrawnAt)),
    );
  });
}

/** Whether a consent ends a withdrawal of that time which was recorded before it. */
function isAfter({ isDated, date }: ConsentDetails, withdrawnAt: Date): boolean {
  return isDated === true && date > withdrawnAt;
}
