import { companyRoleSchema, createdUserSchema, userSchema } from '@pii-vault/contract/users/users-schema';
import type { CompanyRole } from '@pii-vault/proto/identity/v1/company_roles';
import type { CreateUserResponse, User } from '@pii-vault/proto/identity/v1/users';
import { type CompanyName, nameOf } from '../companies/company-names.ts';
import { jsonOf } from '../passed/json-of.ts';
import { present } from '../wire/values.ts';

type Names = ReadonlyMap<number, CompanyName>;

const userJson = jsonOf(userSchema);
const createdJson = jsonOf(createdUserSchema);
const companyRoleJson = jsonOf(companyRoleSchema);

/** Users have names of companies, which identity does not know. */
export const toUser = (user: User, names: Names) => userJson(withCompany(user, names));

export const toCreated = (created: CreateUserResponse, names: Names) =>
  createdJson({ ...created, user: withCompany(present(created.user), names) });

export const toCompanyRole = (role: CompanyRole, names: Names) =>
  companyRoleJson({ ...role, company: { name: nameOf(names, role.companyId) } });

const withCompany = (user: User, names: Names) => ({
  ...user,
  company: user.companyId === undefined ? undefined : { name: nameOf(names, user.companyId) },
});
