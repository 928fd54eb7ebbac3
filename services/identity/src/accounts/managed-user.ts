import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { stale } from '@pii-vault/platform/core/errors/stale';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { morePower, ownAccount } from '../errors.ts';
import type { LoadPowers } from './roles/load-powers.ts';
import { isMatchFor } from './roles/powers.ts';
import { findHolder, type Holder } from './roles/role-store.ts';
import type { User } from './user.ts';
import { lockUser } from './user-change-store.ts';
import { findUser } from './user-store.ts';

export interface ManagedUserDeps {
  readonly db: Database;
  readonly loadPowers: LoadPowers;
}

/**
 * A user that the caller sees and whose power it matches in every company, including companies that the caller cannot
 * see: managing a user must not add to the caller's rights.
 * @throws AppError NOT_FOUND, MORE_POWER
 */
export function managedUser(deps: ManagedUserDeps) {
  return async (ctx: Ctx, userId: number): Promise<Holder> => {
    const { caller } = ctx;
    if (caller.kind !== 'user') throw missingPermission('users:manage');
    if (
      (await deps.db.tenant(scopeWith(ctx.caller, 'users:manage'), (tx) => findUser(tx, userId))) ===
      undefined
    )
      throw notFound();
    const holder = await deps.db.system((tx) => findHolder(tx, userId));
    if (holder === undefined) throw notFound();
    if (!isMatchFor(caller, holder, await deps.loadPowers(ctx, holder))) throw morePower();
    return holder;
  };
}

/** The user, unchanged since the caller was admitted to it. @throws AppError NOT_FOUND, STALE */
export async function lockUnchanged(tx: Tx, admitted: Holder): Promise<User> {
  const user = await lockUser(tx, admitted.id);
  if (user === undefined) throw notFound();
  const now = await findHolder(tx, admitted.id);
  if (now?.roleVersion !== admitted.roleVersion) throw stale();
  return user;
}

/**
 * One's own account is excluded, because the change could let a stolen session, or a token made from it, keep the
 * account.
 * @throws AppError OWN_ACCOUNT
 */
export function refuseOwn({ caller }: Ctx, userId: number): void {
  if (caller.kind === 'user' && (caller.userId === userId || caller.actorUserId === userId))
    throw ownAccount();
}
