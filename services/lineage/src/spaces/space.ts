import type { Scope } from './scopes/scope.ts';

/** Where records are comparable: a scope under one version of its index key and one encoding. */
export interface Space {
  readonly id: number;
  readonly scope: Scope;
  readonly keyVersion: number;
  readonly encodingVersion: number;
  /** building: features are written and nothing is matched yet; dropping: waits for deletion. */
  readonly state: 'building' | 'active' | 'dropping';
  /** The model of its edges; null before the first match. */
  readonly modelVersion: string | null;
  /** The store key version of its bucket members. */
  readonly memberKeyVersion: number;
}

export type ScopeEncoding = Pick<Space, 'scope' | 'encodingVersion'>;

export type SpaceName = Pick<Space, 'scope' | 'keyVersion' | 'encodingVersion'>;

export const spaceKey = ({ scope, keyVersion, encodingVersion }: SpaceName): string =>
  `${scope}/${keyVersion}/${encodingVersion}`;
