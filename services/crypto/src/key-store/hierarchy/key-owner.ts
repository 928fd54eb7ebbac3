import type { ServiceName } from '@pii-vault/platform/core/context/caller';

/** Whose data a key protects. */
export type KeyOwner =
  | { readonly kind: 'company'; readonly companyId: number }
  | {
      readonly kind: 'agreement';
      readonly agreementId: number;
      readonly companyIds: readonly [number, number];
    }
  | { readonly kind: 'deployment' };

/** Purposes of keys that are stored wrapped in the database; other keys never leave the store. */
export type WrappedPurpose = 'field' | 'index' | 'text' | 'store' | 'backup';
export type StorePurpose = 'master' | 'token' | 'checkpoint' | 'certificate';
export type KeyPurpose = WrappedPurpose | StorePurpose;

/** Identifies a key together with its version; live keys are unique by it. */
export interface KeyUse<P extends KeyPurpose = KeyPurpose> {
  readonly owner: KeyOwner;
  readonly purpose: P;
  /** The service that owns a text key; '' for other purposes. */
  readonly ownerService: ServiceName | '';
}

/** company_id of the owner's rows; 0 for an agreement or the deployment. */
export function companyOf(owner: KeyOwner): number {
  return owner.kind === 'company' ? owner.companyId : 0;
}

/** agreement_id of the owner's rows; 0 for other owners. */
export function agreementOf(owner: KeyOwner): number {
  return owner.kind === 'agreement' ? owner.agreementId : 0;
}

/** Stable name of an owner for the AAD, for example `company:12`. */
export function ownerName(owner: KeyOwner): string {
  switch (owner.kind) {
    case 'company':
      return `company:${owner.companyId}`;
    case 'agreement':
      return `agreement:${owner.agreementId}`;
    case 'deployment':
      return 'deployment';
  }
}

/** Key types that users can list and rotate. */
export const KEY_TYPES = ['master', 'field', 'backup'] as const satisfies readonly KeyPurpose[];
export type KeyType = (typeof KEY_TYPES)[number];
