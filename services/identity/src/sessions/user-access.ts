import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { findUser } from '../accounts/user-store.ts';
import { type LiveAccess, listAccess } from './live-access.ts';

export interface UserAccessDeps {
  readonly db: Pick<Database, 'system' | 'tenant'>;
}

/**
 * All live access of a user that the caller sees. Omits a token for a company that the caller does not manage, which
 * would disclose a company of the user.
 * @throws AppError NOT_FOUND
 */
export function listUserAccess({ db }: UserAccessDeps) {
  return async (ctx: Ctx, userId: number): Promise<LiveAccess[]> => {
    const scope = scopeWith(ctx.caller, 'users:manage');
    if ((await db.tenant(scope, (tx) => findUser(tx, userId))) === undefined) throw notFound();
    const managed = companiesWith(ctx.caller, 'users:manage');
    const listed = await db.system((tx) => listAccess(tx, userId));
    return listed.filter(
      ({ companyId }) => companyId === null || managed === 'all' || managed.includes(companyId),
    );
  };
}
