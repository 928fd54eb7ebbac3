import { invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import {
  FIELD_CODES,
  FIELD_TYPES,
  type FieldType,
  type StoredType,
} from '@pii-vault/platform/domain/field-types/field-type';
import { isPurpose, PURPOSE_FORM } from '@pii-vault/platform/domain/purpose';

/** What a person agreed to when values were given: a closed schema of catalogued values. */
export interface ConsentDetails {
  readonly purpose: string;
  readonly date: Date;
  /** Whether the caller stated the date. Absent: it defaulted to the time of the call, and cannot end a withdrawal. */
  readonly isDated?: true;
  readonly noticeVersion?: string;
  readonly language?: string;
  readonly channel?: string;
  readonly alsoFor: readonly string[];
  readonly expiresAt?: Date;
  /** SHA-256 of the company's proof, in hexadecimal digits. */
  readonly proofSha256?: string;
}

/**
 * An entry of a person's consent history. `seq` counts per person in the order of recording. `typeMask` limits the
 * entry to field types (bits as in bitOf); 0 = every type.
 */
export type ConsentEntry = {
  readonly seq: number;
  readonly recordedAt: Date;
  readonly typeMask: number;
} & (
  | { readonly kind: 'given'; readonly details: ConsentDetails }
  | { readonly kind: 'withdrawn'; readonly purpose: string; readonly at: Date }
);

export type GivenEntry = Extract<ConsentEntry, { kind: 'given' }>;
export type WithdrawnEntry = Extract<ConsentEntry, { kind: 'withdrawn' }>;

export type Refusal = 'PURPOSE_NOT_COVERED' | 'CONSENT_WITHDRAWN' | 'CONSENT_EXPIRED' | 'RETENTION_EXPIRED';

/** Why a status of the SQL function reveal_people refuses; index 0 is "covered". */
export const REFUSALS: readonly (Refusal | undefined)[] = [
  undefined,
  'PURPOSE_NOT_COVERED',
  'CONSENT_WITHDRAWN',
  'CONSENT_EXPIRED',
  'RETENTION_EXPIRED',
];

/** @throws AppError INVALID_ARGUMENT PURPOSE_INVALID */
export function requirePurpose(purpose: string): string {
  if (!isPurpose(purpose)) {
    throw invalidArgument('PURPOSE_INVALID', `A purpose ${PURPOSE_FORM}`, {
      details: [{ path: 'purpose', message: PURPOSE_FORM }],
    });
  }
  return purpose;
}

/** The purpose of a call that needs one. @throws AppError INVALID_ARGUMENT PURPOSE_REQUIRED, PURPOSE_INVALID */
export function requireStated(purpose: string | undefined): string {
  if (purpose !== undefined && purpose !== '') return requirePurpose(purpose);
  const message = 'is required: state the purpose for which you read';
  throw invalidArgument('PURPOSE_REQUIRED', `purpose ${message}`, {
    details: [{ path: 'purpose', message }],
  });
}

/** The bit of a type in a type mask. */
export function bitOf(type: StoredType): number {
  return 1 << FIELD_CODES[type];
}

/** Whether an entry applies to the type. */
export function isAbout({ typeMask }: ConsentEntry, type: StoredType): boolean {
  return typeMask === 0 || (typeMask & bitOf(type)) !== 0;
}

/** Every purpose that a consent names. */
export function purposesOf(details: Pick<ConsentDetails, 'purpose' | 'alsoFor'>): readonly string[] {
  return [details.purpose, ...details.alsoFor];
}

/** Same notice, language, channel and end; ignores purposes and date. */
export function hasSameNotice(a: ConsentDetails, b: ConsentDetails): boolean {
  return (
    a.noticeVersion === b.noticeVersion &&
    a.language === b.language &&
    a.channel === b.channel &&
    a.expiresAt?.getTime() === b.expiresAt?.getTime()
  );
}

/** Bits (1 << code) of the types. */
export function maskOf(types: Iterable<StoredType>): number {
  let mask = 0;
  for (const type of types) mask |= bitOf(type);
  return mask;
}

/** Field types of a mask, in code order, without other stored types. */
export function fieldTypesOf(mask: number): FieldType[] {
  return FIELD_TYPES.filter((type) => (mask & (1 << FIELD_CODES[type])) !== 0);
}
