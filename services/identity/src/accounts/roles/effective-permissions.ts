/** Inputs that determine a user's permissions. */
export interface RoleHolder {
  readonly role: string;
  readonly companyId: number | null;
  /** Active rows of user_company_roles. */
  readonly companyRoles: readonly CompanyRoleGrant[];
}

export interface CompanyRoleGrant {
  readonly companyId: number;
  readonly role: string;
}

/** A row of role_permissions; companyId null applies to all companies. */
export interface PermissionRow {
  readonly role: string;
  readonly permission: string;
  readonly companyId: number | null;
}

export interface EffectiveRole {
  readonly companyId: number;
  readonly role: string;
}

/**
 * The user's role in each of its companies, ascending. An active company role takes precedence over the default role,
 * which applies in the primary company or, for a user without one ("All Companies"), in all of `allCompanies`. A
 * super_admin needs no list: see powersOf.
 */
export function effectiveRoles(user: RoleHolder, allCompanies: readonly number[]): EffectiveRole[] {
  const byCompany = new Map<number, string>();
  const primary = user.companyId === null ? allCompanies : [user.companyId];
  for (const companyId of primary) byCompany.set(companyId, user.role);
  for (const grant of user.companyRoles) byCompany.set(grant.companyId, grant.role);
  return [...byCompany]
    .map(([companyId, role]) => ({ companyId, role }))
    .sort((a, b) => a.companyId - b.companyId);
}

/**
 * Permissions of a role in a company, sorted. Rows of the company replace the role's general rows there, so that a
 * company may give a role less or more.
 */
export function permissionsOf(
  role: string,
  companyId: number | null,
  rows: readonly PermissionRow[],
): string[] {
  const ofRole = rows.filter((row) => row.role === role);
  const own = companyId === null ? [] : ofRole.filter((row) => row.companyId === companyId);
  const chosen = own.length > 0 ? own : ofRole.filter((row) => row.companyId === null);
  return [...new Set(chosen.map((row) => row.permission))].sort();
}

/** "At most" always means: a subset of permissions. */
export function isAtMost(wanted: readonly string[], held: ReadonlySet<string>): boolean {
  return wanted.every((permission) => held.has(permission));
}
