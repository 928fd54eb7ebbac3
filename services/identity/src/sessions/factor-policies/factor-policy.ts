import { ROLES, type Role } from '../../accounts/roles/role.ts';
import { invalidRoles } from '../../errors.ts';

/** Roles for which a company may require a second factor; super_admins belong to no company. */
export type PolicyRole = Exclude<Role, 'super_admin'>;

export interface FactorPolicy {
  readonly companyId: number;
  /** Sorted. */
  readonly roles: readonly PolicyRole[];
  /** Null: the company has set none. */
  readonly updatedAt: Date | null;
}

export const POLICY_ROLES = ROLES.filter((role) => role !== 'super_admin');

/** Sorted, without duplicates. @throws AppError INVALID_ROLES */
export function checkRoles(names: readonly string[]): PolicyRole[] {
  if (names.some((name) => !POLICY_ROLES.some((role) => role === name))) throw invalidRoles(POLICY_ROLES);
  return POLICY_ROLES.filter((role) => names.includes(role)).sort();
}
