import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import { type ManagedUserDeps, managedUser } from '../accounts/managed-user.ts';
import { permissionsOf } from '../accounts/roles/effective-permissions.ts';
import { isRole } from '../accounts/roles/role.ts';
import { permissionRows } from '../accounts/roles/role-store.ts';
import { invalid, morePower } from '../errors.ts';
import type { NotifyOwner } from '../protection/notices/notify-owner.ts';
import { TOKEN_LIFE_MS } from './delegation.ts';
import { type GrantTokenDeps, grantToken, originalCaller, ownHolder } from './grant-token.ts';

export interface CreateApiTokenDeps extends ManagedUserDeps, GrantTokenDeps {
  readonly notify: NotifyOwner;
}

export interface CreateApiTokenInput {
  readonly companyId: number;
  readonly userId: number;
  readonly role: string;
}

/**
 * Creates a token for one company with the permissions of a role, at most the caller's own; it ends with the session or
 * API client that created it. If it is for another user, that user is mailed.
 * @throws AppError NOT_FOUND, MORE_POWER, INVALID_ROLE, TOKEN_FROM_TOKEN
 */
export function createApiToken(deps: CreateApiTokenDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, input: CreateApiTokenInput): Promise<string> => {
    const caller = originalCaller(ctx);
    const { companyId, userId, role } = input;
    if (!isRole(role)) throw invalid('INVALID_ROLE', [{ path: 'role', message: 'Role is required' }]);
    const rows = await deps.db.system((tx) => permissionRows(tx, [role]));
    const permissions = permissionsOf(role, companyId, rows);
    if (!permissions.every((name) => hasPermission(caller, name, companyId))) throw morePower();
    const holder = userId === caller.userId ? await ownHolder(deps, userId) : await admit(ctx, userId);
    const token = await grantToken(deps, ctx, holder, {
      kind: 'api_token',
      lifeMs: TOKEN_LIFE_MS,
      companyId,
      role,
      permissions,
    });
    if (userId !== caller.userId) deps.notify(ctx, userId, { kind: 'token_made', companyId, role });
    return token;
  };
}
