import type { SessionUser } from '@pii-vault/proto/identity/v1/sessions';
import { type CompanyNames, nameOf } from '../companies/company-names.ts';
import { present } from '../wire/values.ts';

/** A signed-in user with the names of its companies, which identity does not know. */
export async function signedInUser(names: CompanyNames, user: SessionUser | undefined) {
  const { companies, ...rest } = present(user);
  const named = await names(companies.map(({ companyId }) => companyId));
  return {
    ...rest,
    companies: companies.map(({ companyId: id, ...own }) => ({ ...own, id, name: nameOf(named, id) })),
  };
}
