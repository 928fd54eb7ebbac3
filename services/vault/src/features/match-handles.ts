import type { KeyObject } from 'node:crypto';
import { type ConsentEntry, refusalOf } from '../consents/consent.ts';
import type { FieldType, StoredType } from '../field-types/field-type.ts';
import { matchForm } from '../field-types/matching-form.ts';
import { keyedHandle } from '../search/blind-index.ts';

/** Types whose equality links people. */
export const LINKING_TYPES: readonly FieldType[] = [
  'aadhaar',
  'pan',
  'phone',
  'email',
  'bank_account',
  'other_id',
];

/** Under which key, and for what, handles are made. */
export interface Scope {
  /** intra:<company> | cross:<agreement> */
  readonly name: string;
  readonly key: KeyObject;
  readonly keyVersion: number;
  /** Of a linking agreement; absent inside one company, where linking is the company's own record keeping. */
  readonly agreement?: { readonly purpose: string; readonly includesAadhaar: boolean };
}

export interface LinkableValue {
  readonly type: FieldType;
  readonly value: string;
  readonly consentSeq: number;
  readonly retentionExpiry?: Date;
}

export interface MatchHandle {
  readonly fieldType: FieldType;
  readonly handle: Buffer;
}

/** Whether a value may be linked in the scope at all: decided before it is decrypted. */
export function mayLink(
  scope: Scope,
  history: readonly ConsentEntry[],
  field: { readonly type: StoredType; readonly consentSeq: number; readonly retentionExpiry?: Date },
  at: Date,
): boolean {
  if (scope.agreement === undefined) return field.retentionExpiry === undefined || field.retentionExpiry > at;
  if (field.type === 'aadhaar' && !scope.agreement.includesAadhaar) return false;
  return refusalOf(history, field, scope.agreement.purpose, at) === undefined;
}

/** Handles of the values that match on something; a placeholder phone, for example, gives none. */
export function matchHandles(scope: Scope, values: readonly LinkableValue[]): MatchHandle[] {
  return values.flatMap(({ type, value }) => {
    const form = matchForm(type, value);
    return form === null ? [] : [{ fieldType: type, handle: keyedHandle(scope.key, 'match', type, form) }];
  });
}
