import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { KeyOwner, KeyUse } from '../../key-store/hierarchy/key-owner.ts';
import type { WrappedUse } from './encryption-key.ts';

export const DEPLOYMENT: KeyOwner = { kind: 'deployment' };

/** lineage's key: encrypts the match features it stores. */
export const STORE_KEY: WrappedUse = { owner: DEPLOYMENT, purpose: 'store', ownerService: '' };

/** Wraps the data keys of a company. */
export function fieldKeyOf(companyId: number): WrappedUse {
  return { owner: { kind: 'company', companyId }, purpose: 'field', ownerService: '' };
}

/** Encrypts the logical archives of a company; company 0: rows of no company. */
export function backupKeyOf(companyId: number): WrappedUse {
  const owner: KeyOwner = companyId === 0 ? DEPLOYMENT : { kind: 'company', companyId };
  return { owner, purpose: 'backup', ownerService: '' };
}

/** Encrypts a service's texts about a company; company 0: texts about no company. */
export function textKeyOf(companyId: number, ownerService: ServiceName): WrappedUse {
  const owner: KeyOwner = companyId === 0 ? DEPLOYMENT : { kind: 'company', companyId };
  return { owner, purpose: 'text', ownerService };
}

/** Wraps the stored keys of its owner; one per company, per agreement and for the deployment. */
export function masterOf(owner: KeyOwner): KeyUse<'master'> {
  return { owner, purpose: 'master', ownerService: '' };
}
