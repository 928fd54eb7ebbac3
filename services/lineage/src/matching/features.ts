import type { MatchFeatures } from '@pii-vault/proto/vault/v1/features';
import { isScope, type Scope } from '../scopes/scope.ts';
import { packRecord } from './packed-record.ts';

/** What the vault tells of a person in a scope: encodings, never a value. */
export interface Features {
  readonly individualId: number;
  readonly version: number;
  readonly scope: Scope;
  readonly keyVersion: number;
  readonly encodingVersion: number;
  /** The person may not be matched in this scope (any more). */
  readonly isGone: boolean;
  /** Pairs of the person inside the company show a grade only. */
  readonly isWithheld: boolean;
  /** When a value loses its consent by the clock. */
  readonly consentEndsAt?: Date | undefined;
  /** The record (packed-record.ts); empty of somebody who is gone. */
  readonly packed: Buffer;
}

/** @throws Error when the message is not of the form that the contract gives it */
export function featuresFromProto(message: MatchFeatures): Features {
  if (!isScope(message.scope)) throw new Error('The vault named a scope of an unknown form');
  return {
    individualId: Number(message.individualId),
    version: Number(message.version),
    scope: message.scope,
    keyVersion: message.keyVersion,
    encodingVersion: message.encodingVersion,
    isGone: message.gone,
    isWithheld: message.withheld,
    consentEndsAt: message.consentEndsAt,
    packed: message.gone ? NOTHING : packRecord(message),
  };
}

const NOTHING = Buffer.alloc(0);
