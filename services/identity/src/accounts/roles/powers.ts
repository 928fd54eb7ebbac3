import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import { AUTOMATE_ERASURE } from '@pii-vault/platform/core/context/fresh-proof';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import {
  effectiveRoles,
  isAtMost,
  type PermissionRow,
  permissionsOf,
  type RoleHolder,
} from './effective-permissions.ts';

/** A user's permissions by company. */
export interface Powers {
  readonly isSuperAdmin: boolean;
  /** A super_admin's permissions, sorted; they apply in every company. */
  readonly everywhere: readonly string[];
  /** By company, ascending; empty for a super_admin. */
  readonly companies: readonly CompanyPowers[];
}

/** Of a restricted session. */
export const NO_POWERS: Powers = { isSuperAdmin: false, everywhere: [], companies: [] };

export interface CompanyPowers {
  readonly companyId: number;
  readonly role: string;
  readonly permissions: readonly string[];
}

/** @param allCompanies needed only for a user without a primary company */
export function powersOf(
  user: RoleHolder,
  allCompanies: readonly number[],
  rows: readonly PermissionRow[],
): Powers {
  if (user.role === 'super_admin')
    return { isSuperAdmin: true, everywhere: permissionsOf('super_admin', null, rows), companies: [] };
  const companies = effectiveRoles(user, allCompanies).map(({ companyId, role }) => ({
    companyId,
    role,
    permissions: permissionsOf(role, companyId, rows),
  }));
  return { isSuperAdmin: false, everywhere: [], companies };
}

/** Permissions that erase people or values. */
const ERASING: readonly string[] = ['pii:erase', 'pii:write'];

/** The powers of a credential that was created to erase: AUTOMATE_ERASURE wherever its user may erase. */
export function withErasure({ isSuperAdmin, everywhere, companies }: Powers): Powers {
  const extended = (held: readonly string[]) =>
    held.some((one) => ERASING.includes(one)) ? [...held, AUTOMATE_ERASURE].sort() : held;
  return {
    isSuperAdmin,
    everywhere: extended(everywhere),
    companies: companies.map((own) => ({ ...own, permissions: extended(own.permissions) })),
  };
}

/** All permissions that are held in any company, sorted. */
export function allPermissions(powers: Powers): string[] {
  const held = powers.companies.flatMap(({ permissions }) => permissions);
  return [...new Set([...powers.everywhere, ...held])].sort();
}

/**
 * Whether a caller has all permissions of the user in every company. A user without a primary company will have its
 * role in future companies, so only a super_admin matches it.
 */
export function isMatchFor(caller: UserCaller, user: RoleHolder, powers: Powers): boolean {
  if (powers.isSuperAdmin) return caller.isSuperAdmin && isAtMost(powers.everywhere, caller.everywhere);
  if (user.companyId === null && !caller.isSuperAdmin) return false;
  return powers.companies.every(({ companyId, permissions }) =>
    permissions.every((permission) => hasPermission(caller, permission, companyId)),
  );
}
