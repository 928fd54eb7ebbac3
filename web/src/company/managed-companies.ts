import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { SessionUser } from '../session/session-user.ts';

/** The companies that this user administers: all for a super admin. */
export function managedCompanies(
  actor: Pick<SessionUser, 'role' | 'companies'>,
  companies: readonly Company[],
): readonly Company[] {
  if (actor.role === 'super_admin') return companies;
  const own = new Set(actor.companies.filter(({ role }) => role === 'admin').map(({ id }) => id));
  return companies.filter(({ id }) => own.has(id));
}
