import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith, missingPermission } from '@pii-vault/platform/core/context/permissions';
import { isOwnSession } from '@pii-vault/platform/core/context/second-person';
import type { Scope } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { SelfContext } from '@pii-vault/platform/rpc/self-context';
import type { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { dependentLine, ownLine, ownSessionRequired } from '../../errors.ts';

export interface ReviewerDeps {
  readonly authority: Pick<RpcClient<typeof AuthorityService>, 'findDependentAccounts'>;
  readonly self: SelfContext;
}

/** Lines show what the list of users shows, and revoking is a part of managing users. */
const USERS = 'users:manage';

/** Companies whose reviews the caller may open with the permission. */
export function reviewScope({ caller }: Ctx, permission: string): Scope {
  const held = companiesWith(caller, permission);
  const users = companiesWith(caller, USERS);
  if (held === 'all') return users === 'all' ? 'all' : { companies: users };
  return { companies: users === 'all' ? held : held.filter((id) => users.includes(id)) };
}

/** @throws AppError PERMISSION_DENIED */
export function requireUsers({ caller }: Ctx, companyId: number): void {
  const users = companiesWith(caller, USERS);
  if (users !== 'all' && !users.includes(companyId)) throw missingPermission(USERS);
}

/** A person reviews; a token of its own has several accounts behind it. @throws AppError PERMISSION_DENIED */
export function requireReviewer({ caller }: Ctx): UserCaller {
  if (caller.kind !== 'user') throw missingPermission(USERS);
  if (!isOwnSession(caller)) throw ownSessionRequired();
  return caller;
}

/** Accounts of one question to identity. */
const ASKED_AT_ONCE = 500;

export type Obstacle = 'own' | 'dependent';

/**
 * Why the caller may not decide about each of these users: its own account, or one that the same person may control
 * (decision 0085). Fails where identity does not answer: without it no line is decided.
 */
export async function obstaclesTo(
  { authority, self }: ReviewerDeps,
  ctx: Ctx,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Obstacle>> {
  const { caller } = ctx;
  if (caller.kind !== 'user' || userIds.length === 0) return new Map();
  const others = [...new Set(userIds)].filter((id) => id !== caller.userId);
  const dependent: number[] = [];
  for (let from = 0; from < others.length; from += ASKED_AT_ONCE) {
    const question = { userId: caller.userId, otherUserIds: others.slice(from, from + ASKED_AT_ONCE) };
    dependent.push(...(await authority.findDependentAccounts(self({ causedBy: ctx }), question)).userIds);
  }
  return new Map([...dependent.map((id) => [id, 'dependent'] as const), [caller.userId, 'own'] as const]);
}

/** @throws AppError PERMISSION_DENIED OWN_LINE, DEPENDENT_LINE; UNAVAILABLE where identity does not answer */
export async function requireIndependent(deps: ReviewerDeps, ctx: Ctx, userId: number): Promise<void> {
  const obstacle = (await obstaclesTo(deps, ctx, [userId])).get(userId);
  if (obstacle === 'own') throw ownLine();
  if (obstacle === 'dependent') throw dependentLine();
}
