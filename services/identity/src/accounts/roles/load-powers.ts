import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyDirectory } from '../companies/company-directory.ts';
import type { RoleHolder } from './effective-permissions.ts';
import { type Powers, powersOf } from './powers.ts';
import { permissionRows } from './role-store.ts';

export interface LoadPowersDeps {
  readonly db: Pick<Database, 'system'>;
  readonly companies: Pick<CompanyDirectory, 'all'>;
}

/** Computes a user's permissions. Asks tenancy for the companies only if the user has all of them. */
export function loadPowers({ db, companies }: LoadPowersDeps) {
  return async (ctx: Ctx, user: RoleHolder): Promise<Powers> => {
    const hasAll = user.companyId === null && user.role !== 'super_admin';
    const all = hasAll ? await companies.all(ctx) : [];
    const roles = [user.role, ...user.companyRoles.map(({ role }) => role)];
    return powersOf(user, all, await db.system((tx) => permissionRows(tx, roles)));
  };
}
export type LoadPowers = ReturnType<typeof loadPowers>;
