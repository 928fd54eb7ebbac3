import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { ConsentDetails } from '../consents/consent.ts';
import type { IdentityBook } from './identity-book.ts';

/** One person of a write, values in canonical form. */
export interface PersonInput {
  readonly values: ReadonlyMap<FieldType, string>;
  readonly externalId?: string;
  /** Adds to or corrects this person of the company. */
  readonly individualId?: number;
  /** The person is held by another company of the caller only: this company gets a row with the same id and key. */
  readonly adoptedMasterKey?: string;
  /** Equal values become a new version, too: something is kept with the version. */
  readonly isNewVersion?: true;
  /** Retention of single values; POST /pii-fields only. */
  readonly retentionExpiry?: Date;
}

export interface WriteOptions {
  readonly companyId: number;
  readonly consent: ConsentDetails;
  /** What an external id that the company already has means for a record without individualId. */
  readonly onExisting: 'reject' | 'update';
  /** What the external id of an erased person means; default 'hold': the record is refused as ERASED_EARLIER. */
  readonly afterErasure?: AfterErasure;
  /** Identities of people that records share an external id with (identities.ts); one book for a whole transaction. */
  readonly identities?: IdentityBook;
  /** Who writes, if not the caller (written-by.ts). */
  readonly writtenBy?: string;
}

/** 'create': who comes again begins a new relationship. */
export type AfterErasure = 'hold' | 'create';

export interface PersonWritten {
  readonly status: 'created' | 'updated' | 'unchanged';
  readonly individualId: number;
  readonly masterKey: string;
  /** Of the fields named by the input. */
  readonly fieldIds: ReadonlyMap<FieldType, number>;
  /** Fields of the input that were not written: every purpose of the consent is withdrawn for them. */
  readonly leftOut?: readonly FieldType[];
  /** A value of the input equals the one that was held: the answer tells so (budgets/answer-guard.ts). */
  readonly hasEqual?: boolean;
}

export interface PersonRejected {
  readonly status: 'rejected';
  /** Field type, `externalId` or `individualId`. */
  readonly path: string;
  readonly reason: string;
  /** Never repeats a value. */
  readonly message: string;
  /** The holder of the external id, for the trail. */
  readonly conflictsWith?: number;
}

export type PersonResult = PersonWritten | PersonRejected;

/** Whether the answer tells that a stored value is equal to one of the input. */
export const hasEqualValue = (result: PersonResult | undefined): boolean =>
  result !== undefined && result.status !== 'rejected' && result.hasEqual === true;

const EXTERNAL_ID_EXISTS = 'EXTERNAL_ID_EXISTS';
/** Reasons that confirm that an external id is, or was, in use. */
export const EXTERNAL_ID_ANSWERS: ReadonlySet<string> = new Set([EXTERNAL_ID_EXISTS, 'ERASED_EARLIER']);

export function externalIdTaken(): PersonRejected {
  return {
    status: 'rejected',
    path: 'externalId',
    reason: EXTERNAL_ID_EXISTS,
    message: 'The company already has a person with this externalId',
  };
}

/** @param holder as in LeftOut: negative for an erased person */
export function leftOut(holder: number): PersonRejected {
  return holder < 0 ? erasedEarlier() : externalIdTaken();
}

function erasedEarlier(): PersonRejected {
  return {
    status: 'rejected',
    path: 'externalId',
    reason: 'ERASED_EARLIER',
    message:
      'The person with this externalId was erased; send afterErasure=create if this is a new relationship',
  };
}

/** The record is about another person than the holder of its external id. */
export const IDENTITY_CONFLICT = 'IDENTITY_CONFLICT';

export function identityConflict(conflictsWith: number): PersonRejected {
  return {
    conflictsWith,
    status: 'rejected',
    path: 'externalId',
    reason: IDENTITY_CONFLICT,
    message:
      'The person with this externalId has another Aadhaar or PAN, or another name and birth date; correct that person by individualId, or send another externalId',
  };
}

/** @param path a field type, or 'fields' when it is true of all of them */
export function consentWithdrawn(path: string): PersonRejected {
  return { status: 'rejected', path, ...CONSENT_WITHDRAWN };
}

/** Why a value is not stored under a consent whose purposes are all withdrawn. */
export const CONSENT_WITHDRAWN = {
  reason: 'CONSENT_WITHDRAWN',
  message: 'The person withdrew this purpose; only a consent with a stated date after the withdrawal counts',
} as const;

export function personNotFound(): PersonRejected {
  return { status: 'rejected', path: 'individualId', reason: 'NOT_FOUND', message: 'Not found' };
}
