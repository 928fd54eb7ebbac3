import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import {
  effectiveRoles,
  isAtMost,
  type PermissionRow,
  permissionsOf,
  type RoleHolder,
} from './effective-permissions.ts';

/** What a user may do, and where. */
export interface Powers {
  readonly isSuperAdmin: boolean;
  /** A super_admin's permissions, sorted; they hold in every company. */
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

/** Every permission held anywhere, sorted. */
export function allPermissions(powers: Powers): string[] {
  const held = powers.companies.flatMap(({ permissions }) => permissions);
  return [...new Set([...powers.everywhere, ...held])].sort();
}

/**
 * Whether a caller holds, company by company, everything the user does. A user without a primary company
 * will hold its role in companies yet to come, so only a super_admin is its match.
 */
export function isMatchFor(caller: UserCaller, user: RoleHolder, powers: Powers): boolean {
  if (powers.isSuperAdmin) return caller.isSuperAdmin && isAtMost(powers.everywhere, caller.everywhere);
  if (user.companyId === null && !caller.isSuperAdmin) return false;
  return powers.companies.every(({ companyId, permissions }) =>
    permissions.every((permission) => hasPermission(caller, permission, companyId)),
  );
}
