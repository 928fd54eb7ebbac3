import type { ConsentDetails } from '../consents/consent.ts';
import type { FieldType } from '../field-types/field-type.ts';

/** One person of a write, values in canonical form. */
export interface PersonInput {
  readonly values: ReadonlyMap<FieldType, string>;
  readonly externalId?: string;
  /** The external id as it was given, where cleaning changed more than its ends: older versions stored it so. */
  readonly externalIdTyped?: string;
  /** Adds to or corrects this person of the company. */
  readonly individualId?: number;
  /** The person is held by another company of the caller only: this company gets a row with the same id and key. */
  readonly adoptedMasterKey?: string;
  /** Retention of single values; POST /pii-fields only. */
  readonly retentionExpiry?: Date;
}

export interface WriteOptions {
  readonly companyId: number;
  readonly consent: ConsentDetails;
  /** What an external id that the company already has means for a record without individualId. */
  readonly onExisting: 'reject' | 'update';
}

export interface PersonWritten {
  readonly status: 'created' | 'updated' | 'unchanged';
  readonly individualId: number;
  readonly masterKey: string;
  /** Of the fields named by the input. */
  readonly fieldIds: ReadonlyMap<FieldType, number>;
}

export interface PersonRejected {
  readonly status: 'rejected';
  /** Field type, `externalId` or `individualId`. */
  readonly path: string;
  readonly reason: string;
  /** Never repeats a value. */
  readonly message: string;
}

export type PersonResult = PersonWritten | PersonRejected;

export function externalIdTaken(): PersonRejected {
  return {
    status: 'rejected',
    path: 'externalId',
    reason: 'EXTERNAL_ID_EXISTS',
    message: 'The company already has a person with this externalId',
  };
}

export function personNotFound(): PersonRejected {
  return { status: 'rejected', path: 'individualId', reason: 'NOT_FOUND', message: 'Not found' };
}
