import { type User, userStatuses } from '@pii-vault/contract/users/users-schema';
import type { CompanyRole } from '@pii-vault/proto/identity/v1/company_roles';
import type { User as StoredUser } from '@pii-vault/proto/identity/v1/users';
import { type CompanyName, nameOf } from '../companies/company-names.ts';
import { oneOf, toIso, toOptionalIso } from '../wire/values.ts';

export function toUser(user: StoredUser, names: ReadonlyMap<number, CompanyName>): User {
  const companyId = user.companyId ?? null;
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    status: oneOf(userStatuses, user.status),
    companyId,
    company: companyId === null ? null : { name: nameOf(names, companyId) },
    lastLoginAt: toOptionalIso(user.lastLoginAt),
    createdAt: toIso(user.createdAt),
    updatedAt: toIso(user.updatedAt),
    version: user.rowVersion,
  };
}

export function toCompanyRole(role: CompanyRole, names: ReadonlyMap<number, CompanyName>) {
  return {
    id: role.id,
    companyId: role.companyId,
    role: role.role,
    company: { name: nameOf(names, role.companyId) },
    assignedAt: toIso(role.assignedAt),
  };
}
