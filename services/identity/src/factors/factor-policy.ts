import type { Tx } from '@pii-vault/platform/postgres/database';
import { isRequiredByCompany } from '../factor-policies/factor-policy-store.ts';
import type { Holder } from '../roles/role-store.ts';

/**
 * Which users must have a second factor: those who hold one of the deployment's roles, by default or in a company, and
 * those whose role in a company the company requires it of. Under the system role.
 */
export function factorPolicy(roles: readonly string[]) {
  const named = new Set(roles);
  return async (
    tx: Tx,
    { id, role, companyRoles }: Pick<Holder, 'id' | 'role' | 'companyRoles'>,
  ): Promise<boolean> =>
    named.has(role) ||
    companyRoles.some((grant) => named.has(grant.role)) ||
    (await isRequiredByCompany(tx, id));
}
export type MustHaveFactor = ReturnType<typeof factorPolicy>;
