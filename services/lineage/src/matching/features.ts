import type { IndividualFeatures } from '@pii-vault/proto/vault/v1/features';
import { isScope, type Scope } from '../scopes/scope.ts';
import { IDENTIFIERS, type Identifier } from '../scoring/model.ts';

/** What the vault tells of a person in a scope: handles, never a value. */
export interface Features {
  readonly individualId: number;
  readonly version: number;
  readonly scope: Scope;
  readonly keyVersion: number;
  readonly normaliserVersion: number;
  /** The person may not be matched in this scope (any more). */
  readonly isGone: boolean;
  readonly handles: ReadonlyArray<readonly [field: Identifier, handle: Buffer]>;
}

export function featuresFromProto(message: IndividualFeatures): Features {
  if (!isScope(message.scope)) throw new Error('The vault named a scope of an unknown form');
  return {
    individualId: Number(message.individualId),
    version: Number(message.version),
    scope: message.scope,
    keyVersion: message.keyVersion,
    normaliserVersion: message.encodingVersion,
    isGone: message.gone,
    handles: message.gone
      ? []
      : message.handles.flatMap(({ fieldType, handle }) => entryOf(fieldType, handle)),
  };
}

function entryOf(fieldType: string, handle: Buffer): Array<readonly [Identifier, Buffer]> {
  const field = IDENTIFIERS.find((known) => known === fieldType);
  return field === undefined ? [] : [[field, handle]];
}
