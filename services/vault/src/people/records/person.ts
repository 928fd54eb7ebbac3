import {
  FIELD_CODES,
  FIELD_TYPES,
  type FieldType,
  type StoredType,
} from '@pii-vault/platform/domain/field-types/field-type';
import { type ConsentDetails, purposesOf } from '../../consents/consent.ts';
import { invalidField } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { RandomPool } from '../../keys/envelope/random-pool.ts';
import type { Disclosed } from '../../limits/write-gate.ts';
import type { IdPool } from '../ids/id-pool.ts';
import type { SealingPool } from '../sealing-threads/sealing-pool.ts';
import type { IdentityBook } from './identity.ts';
import type { LockedPerson } from './locked-person.ts';
import type { RecentWriteCache } from './recent-write-cache.ts';
import type { PersonWrite } from './seal-person.ts';

/** One person of a write, values in canonical form. */
export interface PersonInput {
  readonly values: ReadonlyMap<FieldType, string>;
  readonly externalId?: string;
  /** Adds to or corrects this person of the company. */
  readonly individualId?: number;
  /** Only another company of the caller holds the person: this company gets a row with the same id and key. */
  readonly adoptedMasterKey?: string;
  /** Also writes equal values as a new version, because data is stored with the version. */
  readonly isNewVersion?: true;
  /** Absent: the consent of the write. 'none': not given; 'withdrawn': its purposes are withdrawn, too. */
  readonly consent?: 'none' | 'withdrawn';
  /** Purposes of the write that are not given for the person, while others are. */
  readonly refused?: readonly string[];
  /** Purposes of the write that are withdrawn for the person; absent with consent 'withdrawn': all. */
  readonly withdrawn?: readonly string[];
  /** The record version that individualId must have; absent: any. Only in writes of one person, which it refuses. */
  readonly ifRowVersion?: number;
  /** Retention of single values; POST /pii-fields only. */
  readonly retentionExpiry?: Date;
}

export const hasNoId = ({ individualId, externalId }: PersonInput): boolean =>
  individualId === undefined && externalId === undefined;

/** The consent of a write without the purposes that the person refuses; the whole one when it gives none. */
export function consentFor(consent: ConsentDetails, { refused }: PersonInput): ConsentDetails {
  if (refused === undefined) return consent;
  const [purpose = consent.purpose, ...alsoFor] = purposesOf(consent).filter((one) => !refused.includes(one));
  return { ...consent, purpose, alsoFor };
}

export interface WriteOptions {
  readonly companyId: number;
  readonly consent: ConsentDetails;
  /** Meaning of an existing external id in a record without individualId. */
  readonly onExisting: 'reject' | 'update';
  /** Meaning of a record about another person than the holder of its external id; default 'refuse'. */
  readonly onConflict?: OnConflict;
  /** Meaning of a record without an id whose person seems to be known; absent: it is not looked up. */
  readonly onKnown?: OnKnown;
  /** Meaning of an erased person's external id; default 'hold': the record is refused as ERASED_EARLIER. */
  readonly afterErasure?: AfterErasure;
  /** Identities of people that share an external id with records (identities.ts); one book per transaction. */
  readonly identities?: IdentityBook;
  /** Credential of the write, if not the caller's (stops/written-by.ts). */
  readonly writtenBy?: string;
}

/** 'replace': the record is a correction of the holder of its external id, whatever it says. */
export type OnConflict = 'refuse' | 'replace';

/**
 * 'create': another record of the person. 'link': adds the values that the known person lacks, and the consent.
 * 'update': also replaces values that differ.
 */
export type OnKnown = 'create' | 'link' | 'update';

/** 'create': a returning person is a new relationship. */
export type AfterErasure = 'hold' | 'create';

export interface PersonWritten {
  readonly status: 'created' | 'updated' | 'unchanged';
  readonly individualId: number;
  readonly masterKey: string;
  /** Of the fields named by the input. */
  readonly fieldIds: ReadonlyMap<FieldType, number>;
  /** Fields of the input that were not written, because every purpose of the consent is withdrawn for them. */
  readonly leftOut?: readonly FieldType[];
  /** A value of the input equals the stored one, which the answer discloses (budgets/answer-guard.ts). */
  readonly hasEqual?: boolean;
  /** The record has no id, and its person seemed to be known (onKnown). */
  readonly isKnown?: true;
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

/** Whether the answer discloses that a stored value equals one of the input. */
export const hasEqualValue = (result: PersonResult | undefined): boolean =>
  result !== undefined && result.status !== 'rejected' && result.hasEqual === true;

/** Whether the answer to a row discloses an equal value, or who withdrew or was erased. */
export const isDisclosing = (result: PersonResult): boolean =>
  result.status === 'rejected'
    ? DISCLOSING_REASONS.has(result.reason)
    : result.hasEqual === true || result.isKnown === true;

const EXTERNAL_ID_EXISTS = 'EXTERNAL_ID_EXISTS';
/** Reasons which disclose that an external id, or another identifier, is or was in use. */
const DISCLOSING_REASONS: ReadonlySet<string> = new Set([
  EXTERNAL_ID_EXISTS,
  'ERASED_EARLIER',
  'CONSENT_WITHDRAWN',
]);

/** What refusals disclose about stored people. */
export const disclosedBy = (refusals: ReadonlyArray<{ readonly reason: string }>): Disclosed => ({
  conflicts: refusals.filter(({ reason }) => reason === IDENTITY_CONFLICT).length,
  answers: refusals.filter(({ reason }) => DISCLOSING_REASONS.has(reason)).length,
});

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

/** @param type of the identifier that the erased person had */
export function erasedByIdentifier(type: FieldType): PersonRejected {
  return {
    status: 'rejected',
    path: type,
    reason: 'ERASED_EARLIER',
    message: 'The person with this value was erased; send afterErasure=create if this is a new relationship',
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
      'The person with this externalId has another Aadhaar or PAN, another name, or nothing in common with this record; give this record an id of its own, or correct that person first by individualId or with onConflict=replace',
  };
}

/** @param path a field type, or 'fields' for all of them */
export function consentWithdrawn(path: string): PersonRejected {
  return { status: 'rejected', path, ...CONSENT_WITHDRAWN };
}

/** Refusal of a value under a consent whose purposes are all withdrawn. */
export const CONSENT_WITHDRAWN = {
  reason: 'CONSENT_WITHDRAWN',
  message: 'The person withdrew this purpose; only a consent with a stated date after the withdrawal counts',
} as const;

export function personNotFound(): PersonRejected {
  return { status: 'rejected', path: 'individualId', reason: 'NOT_FOUND', message: 'Not found' };
}

/** A record without values whose external id the company does not know. */
export function unknownExternalId(): PersonRejected {
  const message = 'The company has no person with this externalId';
  return { status: 'rejected', path: 'externalId', reason: 'NOT_FOUND', message };
}

/** afterErasure of a request; absent is 'hold'. @throws AppError INVALID_ARGUMENT AFTER_ERASURE_INVALID */
export function afterErasureOf(text: string | undefined): AfterErasure {
  if (text === undefined || text === '' || text === 'hold') return 'hold';
  if (text === 'create') return 'create';
  throw invalidField('AFTER_ERASURE_INVALID', 'afterErasure', 'is hold or create');
}

/** The result as returned, and as stored for a repetition. */
export interface RecordIds {
  readonly individualId: number;
  readonly masterKey: string;
  readonly fieldIds: Readonly<Partial<Record<FieldType, number>>>;
}

export function recordIds(ids: Pick<PersonWritten, 'individualId' | 'masterKey' | 'fieldIds'>): RecordIds {
  const { individualId, masterKey, fieldIds } = ids;
  return { individualId, masterKey, fieldIds: Object.fromEntries(fieldIds) };
}

export function fieldIdsOf(kept: RecordIds['fieldIds']): Map<FieldType, number> {
  return new Map(
    FIELD_TYPES.flatMap((type) => {
      const id = kept[type];
      return id === undefined ? [] : [[type, id] as const];
    }),
  );
}

/** Ids in the answer for a written person: its own, and those of the input's fields. */
export function idsOf(
  person: PersonInput | undefined,
  individualId: number,
  masterKey: string,
  held: LockedPerson | undefined,
  write?: PersonWrite,
): { individualId: number; masterKey: string; fieldIds: Map<FieldType, number> } {
  const fieldIds = new Map<FieldType, number>();
  for (const type of person?.values.keys() ?? []) {
    const id = fieldIdOf(type, held, write);
    if (id !== undefined) fieldIds.set(type, id);
  }
  return { individualId, masterKey, fieldIds };
}

function fieldIdOf(
  type: StoredType,
  held: LockedPerson | undefined,
  write: PersonWrite | undefined,
): number | undefined {
  const code = FIELD_CODES[type];
  return write?.fields.find((field) => field.code === code)?.id ?? held?.fields.get(type)?.id;
}

/** Dependencies of every write of people. */
export interface WritingDeps {
  readonly keys: CompanyKeys;
  readonly random: RandomPool;
  readonly individualIds: IdPool;
  readonly fieldIds: IdPool;
  readonly sealing: Pick<SealingPool, 'seal'>;
  /** Caches created people after their commit, until matching reads them. */
  readonly fresh: Pick<RecentWriteCache, 'add'>;
}
