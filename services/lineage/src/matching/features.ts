import type { MatchFeatures } from '@pii-vault/proto/vault/v1/features';
import { packRecord } from '../scoring/packed-record.ts';
import { isScope, type Scope } from '../spaces/scopes/scope.ts';

/** Features of a person in a scope, from the vault: encodings, never a value. */
export interface Features {
  readonly individualId: number;
  readonly version: number;
  readonly scope: Scope;
  readonly keyVersion: number;
  readonly encodingVersion: number;
  /** Erased, or without a consented value in this scope: the person may not be matched. */
  readonly isGone: boolean;
  /** Pairs of the person inside the company show only a grade. */
  readonly isWithheld: boolean;
  /** End time of a value's consent. */
  readonly consentEndsAt?: Date | undefined;
  /** The record (packed-record.ts); empty if `isGone`. */
  readonly packed: Buffer;
}

/** @throws Error when the message violates the contract */
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
