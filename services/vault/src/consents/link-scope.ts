import type { KeyObject } from 'node:crypto';
import {
  FIELD_TYPES,
  type FieldType,
  type StoredType,
} from '@pii-vault/platform/domain/field-types/field-type';
import type { ConsentEntry } from './consent.ts';
import { refusalOf } from './coverage.ts';

/** Types of fields in features. */
export const LINKABLE_TYPES: readonly FieldType[] = FIELD_TYPES;

/** Key and purpose of features. */
export interface Scope {
  /** intra:<company> | cross:<agreement> */
  readonly name: string;
  readonly key: KeyObject;
  readonly keyVersion: number;
  /** Of a linking agreement; absent inside one company, where linking is the company's own record keeping. */
  readonly agreement?: { readonly purpose: string; readonly includesAadhaar: boolean };
}

/** A field by what decides whether it may be linked. */
export interface LinkableField {
  readonly type: StoredType;
  readonly consentSeq: number;
  readonly retentionExpiry?: Date;
}

export interface LinkableValue extends LinkableField {
  readonly type: FieldType;
  readonly value: string;
}

/** Whether a value may be linked in the scope; decided before it is decrypted. */
export function mayLink(
  scope: Scope,
  history: readonly ConsentEntry[],
  field: LinkableField,
  at: Date,
): boolean {
  if (scope.agreement === undefined) return field.retentionExpiry === undefined || field.retentionExpiry > at;
  if (field.type === 'aadhaar' && !scope.agreement.includesAadhaar) return false;
  return refusalOf(history, field, scope.agreement.purpose, at) === undefined;
}
