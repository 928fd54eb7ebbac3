import { type FieldType, isFieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { type DataKey, newDataKey, openDataKey } from '../../keys/envelope/data-key.ts';
import { valueMac } from '../../keys/envelope/value-mac.ts';
import { namedField } from '../ids/field-id.ts';
import { compareByMac, hidesDate, type IdentityBook, verdictOf, withoutCoarserDate } from './identity.ts';
import type { LockedPerson } from './locked-person.ts';
import {
  consentWithdrawn,
  externalIdTaken,
  hasNoId,
  identityConflict,
  idsOf,
  type PersonInput,
  type PersonResult,
  type WriteOptions,
  type WritingDeps,
} from './person.ts';
import { changeOf, planChange } from './plan-change.ts';
import type { Sealing } from './plan-person.ts';
import type { PersonWrite } from './seal-person.ts';

/** Plan for a record about a person that the company holds. */
export type HeldOutcome =
  | { readonly kind: 'result'; readonly result: PersonResult }
  | {
      readonly kind: 'write';
      readonly write: PersonWrite;
      readonly leftOut: readonly FieldType[];
      readonly hasEqual: boolean;
    }
  /** The person withdraws the purposes of the consent: none of the record's values is written. */
  | { readonly kind: 'withdrawal' }
  /** The person must be decrypted before it is known who the record is about. */
  | { readonly kind: 'unknown' };

export interface HeldWrite {
  readonly sealing: Sealing;
  readonly options: WriteOptions;
  readonly identities: IdentityBook;
}

/** Compares a record with the person held under its individualId or external id, and plans what it changes. */
export async function planHeld(
  deps: WritingDeps,
  tx: Tx,
  { sealing, options, identities }: HeldWrite,
  record: PersonInput,
  held: LockedPerson,
): Promise<HeldOutcome> {
  const { key, isNew } = await keyOf(deps, sealing, held);
  let person = record;
  if (record.individualId === undefined) {
    // A single call merges nothing, so it needs no comparison of identities.
    if (options.identities === undefined && options.onExisting === 'reject')
      return { kind: 'result', result: externalIdTaken() };
    const identity = identities.of(held);
    const verdict =
      options.onConflict === 'replace'
        ? 'same'
        : verdictOf(compareByMac(held, key, record, sealing.at), record, identity);
    if (verdict === 'unknown') return { kind: 'unknown' };
    if (verdict === 'other') return { kind: 'result', result: identityConflict(held.individualId) };
    if (identity !== undefined) person = withoutCoarserDate(identity, record);
    if (options.onExisting === 'reject') return { kind: 'result', result: externalIdTaken() };
  }
  if (person.consent === 'withdrawn') return { kind: 'withdrawal' };
  const isLinked = options.onKnown === 'link' && hasNoId(record);
  if (isLinked) person = withoutReplacements(held, key, person, sealing.at);
  const change = changeOf(sealing.consent, held, key, person);
  const { hasEqual } = change;
  const leftOut = change.leftOut.filter(isFieldType);
  const [firstLeftOut] = leftOut;
  if (firstLeftOut !== undefined && leftOut.length === person.values.size)
    return { kind: 'result', result: consentWithdrawn('fields') };
  if (firstLeftOut !== undefined && options.onExisting === 'reject')
    return { kind: 'result', result: consentWithdrawn(firstLeftOut) };
  if (change.values.length === 0 && change.consentTypes.length === 0) {
    const ids = idsOf(person, held.individualId, held.masterKey, held);
    return { kind: 'result', result: { ...ids, status: 'unchanged', leftOut, hasEqual } };
  }
  const unknown = change.values.filter(([type]) => !held.fields.has(type)).length;
  const newIds = namesItsFields(held) ? undefined : await deps.fieldIds.take(tx.query, unknown);
  const { retentionExpiry } = person;
  const write = planChange(sealing, held, key, change, { newIds, retentionExpiry, isNewKey: isNew });
  return { kind: 'write', write, leftOut, hasEqual };
}

/** Omits values that would replace another one. A consent for an equal value would tell that a hidden date is equal. */
function withoutReplacements(held: LockedPerson, key: DataKey, person: PersonInput, at: Date): PersonInput {
  const isHidden = hidesDate(held, at);
  const isKept = ([type, value]: readonly [FieldType, string]): boolean => {
    const field = held.fields.get(type);
    if (type === 'dob' && isHidden) return false;
    return field?.isActive !== true || field.mac.equals(valueMac(key, type, value));
  };
  return { ...person, values: new Map([...person.values].filter(isKept)) };
}

/** Whether the individual id was new when its first fields were written: a taken-over id gives no field ids. */
const namesItsFields = ({ fields }: LockedPerson): boolean =>
  fields.values().some(({ id }) => namedField(id) !== undefined);

async function keyOf(
  deps: WritingDeps,
  sealing: Sealing,
  held: LockedPerson,
): Promise<{ key: DataKey; isNew: boolean }> {
  const { companyId, random } = sealing;
  const { individualId, dataKey } = held;
  if (dataKey === undefined) {
    return { key: newDataKey({ companyId, individualId, version: 1 }, random), isNew: true };
  }
  const fieldKey = await deps.keys.fieldKeyVersion(companyId, dataKey.fieldKeyVersion);
  return {
    key: openDataKey({ companyId, individualId, version: dataKey.version }, fieldKey, dataKey),
    isNew: false,
  };
}
