import type { IndividualFeatures } from '@pii-vault/proto/vault/v1/features';
import { isScope, type Scope } from '../scopes/scope.ts';
import { FILTER_WORDS, HANDLE_FIELDS, type RecordFeatures } from '../scoring/feature-columns.ts';
import { packRecord } from './packed-record.ts';

/** What the vault tells of a person in a scope: encodings, never a value. */
export interface Features {
  readonly individualId: number;
  readonly version: number;
  readonly scope: Scope;
  readonly keyVersion: number;
  readonly encodingVersion: number;
  /** The person may not be matched in this scope (any more); the record is empty then. */
  readonly isGone: boolean;
  /** Packed when it arrives: the message's many small objects would live as long as the batch otherwise. */
  readonly packed: Buffer;
}

/** @throws Error when the message is not of the form that the contract gives it */
export function featuresFromProto(message: IndividualFeatures): Features {
  if (!isScope(message.scope)) throw new Error('The vault named a scope of an unknown form');
  return {
    individualId: Number(message.individualId),
    version: Number(message.version),
    scope: message.scope,
    keyVersion: message.keyVersion,
    encodingVersion: message.encodingVersion,
    isGone: message.gone,
    packed: packRecord(recordFromProto(message)),
  };
}

/** @throws Error as featuresFromProto */
export function recordFromProto(message: IndividualFeatures): RecordFeatures {
  const handles = new Map(message.handles.map(({ fieldType, handle }) => [fieldType, handle]));
  return {
    handles: HANDLE_FIELDS.map((field) => handles.get(field)),
    tokens: message.tokens,
    name: filterOf(message.nameFilter),
    address: filterOf(message.addressFilter),
    dob: filterOf(message.dobFilter),
    isNameFull: message.isNameFull,
    isDateWhole: message.isDateWhole,
  };
}

function filterOf(bytes: Uint8Array): Uint32Array | undefined {
  if (bytes.length === 0) return undefined;
  if (bytes.length !== FILTER_WORDS * 4) throw new Error('The vault sent a filter of another length');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const filter = new Uint32Array(FILTER_WORDS);
  for (let word = 0; word < FILTER_WORDS; word += 1) filter[word] = view.getUint32(word * 4, true);
  return filter;
}
