import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Permission } from '@pii-vault/contract/permissions';
import type { SessionUser } from '../session/session-user.ts';

/** The companies in which this user holds a permission of administrators: all for a super admin. */
export function managedCompanies(
  actor: Pick<SessionUser, 'role' | 'companies'>,
  companies: readonly Company[],
  permission: Permission,
): readonly Company[] {
  if (actor.role === 'super_admin') return companies;
  // A session stored by an earlier release has no permissions by company until it is checked.
  const own = new Set(
    actor.companies.filter(({ permissions }) => permissions?.includes(permission)).map(({ id }) => id),
  );
  return companies.filter(({ id }) => own.has(id));
}
