import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Holder } from '../../accounts/roles/role-store.ts';
import { isRequiredByCompany } from '../factor-policies/factor-policy-store.ts';

/**
 * Users that must have a second factor: with a role for which the deployment requires it, by default or in a company,
 * or with a role for which that company requires it. Under the system role.
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
