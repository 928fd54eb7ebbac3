import type { SessionLack as LackJson, SignedInUser } from '@pii-vault/contract/auth/auth-schema';
import type { SessionLack, SessionUser } from '@pii-vault/proto/identity/v1/sessions';
import { type CompanyNames, nameOf } from '../companies/company-names.ts';
import { oneOf } from '../wire/values.ts';

export async function toSignedInUser(names: CompanyNames, user: SessionUser): Promise<SignedInUser> {
  const named = await names(user.companies.map(({ companyId }) => companyId));
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    companyId: user.companyId ?? null,
    companies: user.companies.map(({ companyId: id, role, permissions }) => ({
      id,
      name: nameOf(named, id),
      role,
      permissions: [...permissions],
    })),
    permissions: [...user.permissions],
  };
}

/** What a restricted session lacks; null for a full session. */
export function toLack(lack: SessionLack | undefined): LackJson | null {
  if (lack === undefined) return null;
  return {
    kind: oneOf(['second_factor', 'new_password', 'factor_enrolment'], lack.kind),
    factors: lack.factors.map((kind) => oneOf(['passkey', 'totp', 'recovery_code'], kind)),
  };
}
