import type { User } from '@pii-vault/contract/users/users-schema';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';

/** CSV columns of the list; a user without a company has all companies. */
export const userColumns: Columns<User> = {
  id: (user) => user.id,
  email: (user) => user.email,
  firstName: (user) => user.firstName,
  lastName: (user) => user.lastName,
  role: (user) => user.role,
  status: (user) => user.status,
  companyId: (user) => user.companyId,
  company: (user) => user.company?.name,
  lastLoginAt: (user) => user.lastLoginAt,
  createdAt: (user) => user.createdAt,
  updatedAt: (user) => user.updatedAt,
};
