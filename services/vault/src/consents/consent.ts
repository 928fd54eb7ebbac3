import { AppError } from '@pii-vault/platform/errors/app-error';
import { FIELD_CODES, type StoredType } from '../field-types/field-type.ts';

/** What a person agreed to when values were given: a closed schema of catalogued values. */
export interface ConsentDetails {
  readonly purpose: string;
  readonly date: Date;
  readonly noticeVersion?: string;
  readonly language?: string;
  readonly channel?: string;
  readonly alsoFor: readonly string[];
  readonly expiresAt?: Date;
}

/** An entry of a person's consent history. `seq` counts per person and orders what was recorded when. */
export type ConsentEntry = {
  readonly seq: number;
  readonly recordedAt: Date;
} & (
  | { readonly kind: 'given'; readonly details: ConsentDetails }
  | { readonly kind: 'withdrawn'; readonly purpose: string; readonly at: Date; readonly typeMask: number }
);

export type Refusal = 'PURPOSE_NOT_COVERED' | 'CONSENT_WITHDRAWN' | 'CONSENT_EXPIRED' | 'RETENTION_EXPIRED';

/** Why a status of the SQL function reveal_people refuses; index 0 is "covered". */
export const REFUSALS: readonly (Refusal | undefined)[] = [
  undefined,
  'PURPOSE_NOT_COVERED',
  'CONSENT_WITHDRAWN',
  'CONSENT_EXPIRED',
  'RETENTION_EXPIRED',
];

const SLUG = /^[a-z0-9_-]{1,50}$/;

/** @throws AppError INVALID_ARGUMENT PURPOSE_INVALID */
export function requirePurpose(purpose: string): string {
  if (!SLUG.test(purpose)) {
    throw new AppError('INVALID_ARGUMENT', 'PURPOSE_INVALID', 'A purpose is 1 to 50 of a-z, 0-9, _ and -', {
      details: [{ path: 'purpose', message: 'must be 1 to 50 of a-z, 0-9, _ and -' }],
    });
  }
  return purpose;
}

/** The bit of a type in a type mask; 0 as a mask means every type in withdrawals. */
export function bitOf(type: StoredType): number {
  return 1 << FIELD_CODES[type];
}

/**
 * Whether a value given under `history`'s entry `consentSeq` may be used for `purpose` at `at`: the purpose is
 * the consent's or one of alsoFor, it has not expired, and no later entry withdrew the purpose for the type.
 * The SQL function reveal_people decides the same; a test holds the two together. Undefined = covered.
 */
export function refusalOf(
  history: readonly ConsentEntry[],
  field: { readonly type: StoredType; readonly consentSeq: number; readonly retentionExpiry?: Date },
  purpose: string,
  at: Date,
): Refusal | undefined {
  if (field.retentionExpiry !== undefined && field.retentionExpiry <= at) return 'RETENTION_EXPIRED';
  const consent = history.find((entry) => entry.seq === field.consentSeq);
  if (consent?.kind !== 'given' || !purposesOf(consent.details).includes(purpose))
    return 'PURPOSE_NOT_COVERED';
  const isWithdrawn = history.some(
    (entry) =>
      entry.kind === 'withdrawn' &&
      entry.seq > consent.seq &&
      entry.purpose === purpose &&
      (entry.typeMask === 0 || (entry.typeMask & bitOf(field.type)) !== 0),
  );
  if (isWithdrawn) return 'CONSENT_WITHDRAWN';
  const { expiresAt } = consent.details;
  return expiresAt !== undefined && expiresAt <= at ? 'CONSENT_EXPIRED' : undefined;
}

/** Whether the value may be used for any purpose at all at `at`: what data quality counts as live consent. */
export function isConsentLive(
  history: readonly ConsentEntry[],
  field: { readonly type: StoredType; readonly consentSeq: number },
  at: Date,
): boolean {
  const consent = history.find((entry) => entry.seq === field.consentSeq);
  if (consent?.kind !== 'given') return false;
  return purposesOf(consent.details).some((purpose) => refusalOf(history, field, purpose, at) === undefined);
}

/** The entry that withdrew the consent's own purpose for the type, if one did. */
export function withdrawnAt(
  history: readonly ConsentEntry[],
  field: { readonly type: StoredType; readonly consentSeq: number },
): Date | undefined {
  const consent = history.find((entry) => entry.seq === field.consentSeq);
  if (consent?.kind !== 'given') return undefined;
  for (const entry of history) {
    if (entry.kind !== 'withdrawn' || entry.seq < consent.seq || entry.purpose !== consent.details.purpose)
      continue;
    if (entry.typeMask === 0 || (entry.typeMask & bitOf(field.type)) !== 0) return entry.at;
  }
  return undefined;
}

/** Same terms, whenever given: a repeated import under them changes nothing. */
export function hasSameTerms(a: ConsentDetails, b: ConsentDetails): boolean {
  return termsOf(a) === termsOf(b);
}

function termsOf(one: ConsentDetails): string {
  const { purpose, noticeVersion, language, channel, expiresAt } = one;
  return JSON.stringify([
    purpose,
    [...one.alsoFor].sort(),
    noticeVersion ?? null,
    language ?? null,
    channel ?? null,
    expiresAt?.getTime() ?? null,
  ]);
}

function purposesOf(details: ConsentDetails): readonly string[] {
  return [details.purpose, ...details.alsoFor];
}
