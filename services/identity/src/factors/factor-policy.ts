import type { RoleHolder } from '../roles/effective-permissions.ts';

/** Which users must have a second factor: those who hold one of these roles, by default or in a company. */
export function factorPolicy(roles: readonly string[]) {
  const named = new Set(roles);
  return ({ role, companyRoles }: Pick<RoleHolder, 'role' | 'companyRoles'>): boolean =>
    named.has(role) || companyRoles.some((grant) => named.has(grant.role));
}
export type MustHaveFactor = ReturnType<typeof factorPolicy>;
