import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import type { SessionUser } from '@pii-vault/proto/identity/v1/sessions';
import type { LoadPowers } from '../accounts/roles/load-powers.ts';
import { allPermissions } from '../accounts/roles/powers.ts';
import { findHolder } from '../accounts/roles/role-store.ts';
import { findUser } from '../accounts/user-store.ts';

/** Describes a signed-in user with all of its companies. @throws AppError UNAUTHENTICATED when it was deleted */
export function describeSessionUser(deps: { db: Pick<Database, 'system'>; loadPowers: LoadPowers }) {
  return async (ctx: Ctx, userId: number): Promise<SessionUser> => {
    const [user, holder] = await deps.db.system(async (tx) => [
      await findUser(tx, userId),
      await findHolder(tx, userId),
    ]);
    if (user === undefined || holder === undefined) throw unauthenticated();
    const powers = await deps.loadPowers(ctx, holder);
    return {
      id: user.id,
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      role: user.role,
      companyId: user.companyId ?? undefined,
      companies: powers.companies,
      permissions: allPermissions(powers),
      isSuperAdmin: powers.isSuperAdmin,
    };
  };
}
export type DescribeSessionUser = ReturnType<typeof describeSessionUser>;
