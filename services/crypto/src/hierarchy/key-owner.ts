import type { ServiceName } from '@pii-vault/platform/context/caller';

/** Whose data a key protects. */
export type KeyOwner =
  | { readonly kind: 'company'; readonly companyId: number }
  | {
      readonly kind: 'agreement';
      readonly agreementId: number;
      readonly companyIds: readonly [number, number];
    }
  | { readonly kind: 'deployment' };

/** Keys kept wrapped in the database; the others (master and those that sign) never leave the store. */
export type WrappedPurpose = 'field' | 'index' | 'text' | 'store' | 'backup';
export type StorePurpose = 'master' | 'token' | 'checkpoint' | 'certificate';
export type KeyPurpose = WrappedPurpose | StorePurpose;

/** What a key is for: together with its version this names it, and no two live keys share it. */
export interface KeyUse<P extends KeyPurpose = KeyPurpose> {
  readonly owner: KeyOwner;
  readonly purpose: P;
  /** The service that owns a text key, '' for the other purposes. */
  readonly ownerService: ServiceName | '';
}

/** The company_id of the owner's rows; 0 where it is not one company. */
export function companyOf(owner: KeyOwner): number {
  return owner.kind === 'company' ? owner.companyId : 0;
}

/** The agreement_id of the owner's rows, 0 for the other owners. */
export function agreementOf(owner: KeyOwner): number {
  return owner.kind === 'agreement' ? owner.agreementId : 0;
}

/** Stable text of an owner for the AAD, for example `company:12`. */
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

/** What can be rotated: the key types that people see. */
export const KEY_TYPES = ['master', 'field', 'backup'] as const satisfies readonly KeyPurpose[];
export type KeyType = (typeof KEY_TYPES)[number];
