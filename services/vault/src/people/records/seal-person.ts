import { hash, type KeyObject } from 'node:crypto';
import { FIELD_CODES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import type { ConsentDetails } from '../../consents/consent.ts';
import type { OpenedKey } from '../../keys/company-keys/opened-keys.ts';
import {
  type DataKey,
  type FieldKey,
  newDataKey,
  type WrappedDataKey,
} from '../../keys/envelope/data-key.ts';
import type { RandomPool } from '../../keys/envelope/random-pool.ts';
import { type FieldName, sealField } from '../../keys/envelope/sealed-field.ts';
import { valueMac } from '../../keys/envelope/value-mac.ts';
import { mailboxHandle, searchHandle } from '../search/blind-index.ts';

/** A value to be stored as one version of a field. */
export interface FieldDraft {
  readonly type: StoredType;
  readonly value: string;
  /** Id of the field in all versions. */
  readonly id: number;
  readonly version: number;
  /** The first consent that covers the field. */
  readonly consentSeq: number;
  readonly retentionExpiry?: Date;
}

export interface SealedFieldRow {
  readonly code: number;
  readonly id: number;
  readonly version: number;
  readonly consentSeq: number;
  readonly ciphertext: Buffer;
  readonly mac: Buffer;
  readonly retentionExpiry?: Date;
}

export interface HandleRow {
  readonly code: number;
  readonly keyVersion: number;
  readonly handle: Buffer;
}

/** One person of a call of the SQL function write_people. */
export interface PersonWrite {
  readonly companyId: number;
  readonly individualId: number;
  readonly masterKey: string;
  readonly isNew: boolean;
  /** An erased person may have had the external id: this is a new relationship. */
  readonly mayReturn: boolean;
  /** Record version after the write. */
  readonly version: number;
  readonly quality: number;
  readonly completeness: number;
  readonly typeMask: number;
  /** The new data key; absent when the person has one. */
  readonly newKey?: WrappedDataKey;
  /** 0 and absent without a consent to record. */
  readonly consentSeq: number;
  readonly consent?: ConsentDetails;
  /** Types of the consent as a mask; 0 = all types of the person. */
  readonly consentTypes: number;
  readonly fields: readonly SealedFieldRow[];
  readonly handles: readonly HandleRow[];
}

/** The stored form of a value: encrypted, its MAC, and its search handle, null for types that cannot be searched. */
export interface SealedValue {
  readonly ciphertext: Buffer;
  readonly mac: Buffer;
  readonly handle: Buffer | null;
}

/** Encrypts a value under the person's data key and computes its search handle under the company's index key. */
export function sealValue(
  key: DataKey,
  indexKey: KeyObject,
  random: RandomPool,
  field: FieldName,
  value: string,
): SealedValue {
  return {
    ciphertext: sealField(key, field, value, random),
    mac: valueMac(key, field.fieldType, value),
    handle: searchHandle(indexKey, field.fieldType, value),
  };
}

/** The rows of encrypted drafts, in the order of both. */
export function rowsOf(
  drafts: readonly FieldDraft[],
  sealed: readonly SealedValue[],
  { key, version: keyVersion }: OpenedKey,
): { fields: SealedFieldRow[]; handles: HandleRow[] } {
  const fields: SealedFieldRow[] = [];
  const handles: HandleRow[] = [];
  for (const [n, { type, value: plain, id, version, consentSeq, retentionExpiry }] of drafts.entries()) {
    const code = FIELD_CODES[type];
    const value = sealed[n];
    if (value === undefined) throw new RangeError('A value has not been sealed');
    const { ciphertext, mac, handle } = value;
    const mailbox = mailboxHandle(key, type, plain);
    fields.push({ code, id, version, consentSeq, ciphertext, mac, retentionExpiry });
    for (const one of [handle, mailbox]) if (one !== null) handles.push({ code, keyVersion, handle: one });
  }
  return { fields, handles };
}

/** SHA-256 over the ciphertexts, person by person in the given order: part of the write's audit entry. */
export function ciphertextDigest(people: readonly PersonWrite[]): Buffer {
  const parts = people.flatMap(({ fields }) => fields.map(({ ciphertext }) => ciphertext));
  return hash('sha256', Buffer.concat(parts), 'buffer');
}

/** SHA-256 over the consents as stored, likewise; empty when the write gave none. */
export function consentDigest(people: readonly PersonWrite[]): Buffer {
  const texts = new Map<ConsentDetails, string>();
  let rows = '';
  for (const { companyId, individualId, consentSeq, consent, consentTypes } of people) {
    if (consent === undefined) continue;
    const text = texts.get(consent) ?? consentText(consent);
    texts.set(consent, text);
    rows += `[${companyId},${individualId},${consentSeq},${consentTypes},${text}\n`;
  }
  return rows === '' ? Buffer.alloc(0) : hash('sha256', rows, 'buffer');
}

/** Contents of a consent's row without its person: the end of a JSON array. */
function consentText(consent: ConsentDetails): string {
  const { noticeVersion = null, language = null, channel = null, expiresAt } = consent;
  const [given, expires] = [consent.date.toISOString(), expiresAt?.toISOString() ?? null];
  const isDated = consent.isDated === true;
  const row = [consent.purpose, consent.alsoFor, given, isDated, noticeVersion, language, channel, expires];
  return JSON.stringify(row).slice(1);
}

/** The keys under which new people of one company are sealed. */
export interface SealingKeys {
  readonly companyId: number;
  readonly fieldKey: FieldKey;
  readonly indexKey: OpenedKey;
}

/** A person that is new to the company, with everything to be stored. */
export interface NewPerson {
  readonly individualId: number;
  readonly values: readonly (readonly [StoredType, string])[];
}

/** The person's data key, which is new, and its values in their order. */
export interface SealedPerson {
  readonly newKey: WrappedDataKey;
  readonly values: readonly SealedValue[];
}

export function sealNewPerson(keys: SealingKeys, random: RandomPool, person: NewPerson): SealedPerson {
  const { companyId, fieldKey, indexKey } = keys;
  const key = newDataKey({ companyId, individualId: person.individualId, version: 1 }, random);
  const values = person.values.map(([type, value]) =>
    sealValue(key, indexKey.key, random, { fieldType: type, version: 1 }, value),
  );
  return { newKey: key.wrapUnder(fieldKey, random), values };
}
