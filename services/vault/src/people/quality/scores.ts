import { isWholeDate } from '@pii-vault/platform/domain/field-types/dob';
import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';

/** The field types that count; a record with all of them is complete. */
const PROFILE_FIELDS: readonly FieldType[] = ['aadhaar', 'pan', 'email', 'phone', 'name', 'address', 'dob'];

// How much a field identifies a person: official ids most, contact data least.
const FIELD_WEIGHTS: Readonly<Record<FieldType, number>> = {
  aadhaar: 3,
  pan: 3,
  name: 2,
  dob: 2,
  phone: 2,
  email: 1,
  address: 1,
  bank_account: 1,
  other_id: 1,
};

// Shares of a field's weight; their sum is 1.
const CRITERIA = { isValid: 0.4, isConsistent: 0.2, isRecent: 0.2, isConsented: 0.2 } as const;

const RECENT_MS = 2 * 365 * 86_400_000;

export interface ScoredField {
  readonly type: FieldType;
  /** Canonical value if the caller has it; without it the field counts as agreeing with the others. */
  readonly value?: string;
  /** False when the rules of the type refuse the value; defaults to true, because only valid values are stored. */
  readonly isValid?: boolean;
  readonly updatedAt: Date;
  readonly consentLive: boolean;
  /** Kept longer than allowed: scores 0. */
  readonly retentionExpired: boolean;
}

/** Percentage of the seven field types that are present, rounded to an integer. */
export function completeness(types: readonly FieldType[]): number {
  const present = new Set(types);
  return Math.round(
    (100 * PROFILE_FIELDS.filter((type) => present.has(type)).length) / PROFILE_FIELDS.length,
  );
}

/**
 * Weighted percentage of the achievable score of the present fields: each field has the weight of FIELD_WEIGHTS and
 * scores 0.4 of it for being valid, 0.2 each for agreeing with the other fields, for having been set or confirmed
 * within two years before `at`, and for live consent. 0 for a person without fields. Missing fields affect only
 * completeness.
 */
export function quality(input: { readonly fields: readonly ScoredField[]; readonly at: Date }): number {
  let possible = 0;
  let earned = 0;
  for (const field of input.fields) {
    possible += FIELD_WEIGHTS[field.type];
    if (!field.retentionExpired) earned += FIELD_WEIGHTS[field.type] * share(field, input.fields, input.at);
  }
  return possible === 0 ? 0 : Math.round((100 * earned) / possible);
}

function share(field: ScoredField, all: readonly ScoredField[], at: Date): number {
  const isRecent = at.getTime() - field.updatedAt.getTime() <= RECENT_MS;
  return (
    ((field.isValid ?? true) ? CRITERIA.isValid : 0) +
    (isConsistent(field, all) ? CRITERIA.isConsistent : 0) +
    (isRecent ? CRITERIA.isRecent : 0) +
    (field.consentLive ? CRITERIA.isConsented : 0)
  );
}

/**
 * Consistency between fields: a PAN contains the initial of its holder's name, an address its PIN. A date of birth
 * without its day would agree with too many.
 */
function isConsistent(field: ScoredField, all: readonly ScoredField[]): boolean {
  if (field.value === undefined) return true;
  if (field.type === 'pan')
    return panFitsName(field.value, all.find((other) => other.type === 'name')?.value);
  if (field.type === 'address') return /(?<!\d)[1-9]\d{2} ?\d{3}(?!\d)/.test(field.value);
  return field.type !== 'dob' || isWholeDate(field.value);
}

/**
 * Income-tax Department: the fourth letter of a person's PAN is P, the fifth the initial of the surname (or only name).
 */
function panFitsName(pan: string, name: string | undefined): boolean {
  if (pan[3] !== 'P' || name === undefined) return pan[3] === 'P';
  const initials = name.toUpperCase().match(/(?<![\p{L}\p{M}])\p{L}/gu) ?? [];
  // A name in another script has no Latin initial to compare with.
  return initials.some((initial) => initial === pan[4] || !/[A-Z]/.test(initial));
}
