import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith, missingPermission } from '@pii-vault/platform/core/context/permissions';
import { isOwnSession } from '@pii-vault/platform/core/context/second-person';
import type { Scope } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { SelfContext } from '@pii-vault/platform/rpc/self-context';
import type { AccessFactsService } from '@pii-vault/proto/identity/v1/access_facts';
import type { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { dependentLine, ownLine, ownSessionRequired } from '../../errors.ts';

export interface ReviewerDeps {
  readonly access: Pick<RpcClient<typeof AccessFactsService>, 'listAccess'>;
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

/**
 * Only a person in an own session reviews, not an API client or a delegated token.
 * @throws AppError PERMISSION_DENIED
 */
export function requireReviewer({ caller }: Ctx): UserCaller {
  if (caller.kind !== 'user') throw missingPermission(USERS);
  if (!isOwnSession(caller)) throw ownSessionRequired();
  return caller;
}

/** Accounts of one question to identity. */
const ASKED_AT_ONCE = 500;

export type Obstacle = 'own' | 'dependent';

/**
 * Why the caller may not decide about each of these users: its own account, one that the same person may control
 * (decision 0085), or one with an API client whose secret such an account has made. Fails where identity does not
 * answer: without it no line is decided.
 */
export async function obstaclesTo(
  deps: ReviewerDeps,
  ctx: Ctx,
  companyId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Obstacle>> {
  const { caller } = ctx;
  if (caller.kind !== 'user') return new Map();
  const found = new Map<number, Obstacle>();
  const others = [...new Set(userIds)].filter((id) => id !== caller.userId);
  for (let from = 0; from < others.length; from += ASKED_AT_ONCE) {
    const some = others.slice(from, from + ASKED_AT_ONCE);
    for (const id of await dependentOn(deps, ctx, caller.userId, { companyId, userIds: some }))
      found.set(id, 'dependent');
  }
  return found.set(caller.userId, 'own');
}

/** Those of the users who depend on the caller, by their account or by the makers of their API client's secrets. */
async function dependentOn(
  { access, authority, self }: ReviewerDeps,
  ctx: Ctx,
  callerId: number,
  { companyId, userIds }: { readonly companyId: number; readonly userIds: readonly number[] },
): Promise<number[]> {
  const of = { companyId, userIds: [...userIds], limit: userIds.length };
  const { accounts } = await access.listAccess(self({ company: companyId, causedBy: ctx }), of);
  const makers = new Map(accounts.map(({ userId, credential }) => [userId, credential?.makerIds ?? []]));
  const otherUserIds = [...new Set([...userIds, ...[...makers.values()].flat()])];
  const dependent = new Set([callerId]);
  for (let from = 0; from < otherUserIds.length; from += ASKED_AT_ONCE) {
    const some = otherUserIds.slice(from, from + ASKED_AT_ONCE).filter((id) => id !== callerId);
    const question = { userId: callerId, otherUserIds: some };
    for (const id of (await authority.findDependentAccounts(self({ causedBy: ctx }), question)).userIds)
      dependent.add(id);
  }
  return userIds.filter((id) => [id, ...(makers.get(id) ?? [])].some((one) => dependent.has(one)));
}

/** @throws AppError PERMISSION_DENIED OWN_LINE, DEPENDENT_LINE; UNAVAILABLE where identity does not answer */
export async function requireIndependent(
  deps: ReviewerDeps,
  ctx: Ctx,
  companyId: number,
  userId: number,
): Promise<void> {
  const obstacle = (await obstaclesTo(deps, ctx, companyId, [userId])).get(userId);
  if (obstacle === 'own') throw ownLine();
  if (obstacle === 'dependent') throw dependentLine();
}
