import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { SessionUser } from '../../../session/session-user.ts';

/** The companies in which this user may give roles: all for a super admin, else those it administers. */
export function managedCompanies(
  actor: Pick<SessionUser, 'role' | 'companies'>,
  companies: readonly Company[],
): readonly Company[] {
  if (actor.role === 'super_admin') return companies;
  const own = new Set(actor.companies.filter(({ role }) => role === 'admin').map(({ id }) => id));
  return companies.filter(({ id }) => own.has(id));
}
