import type { UserCaller } from '@pii-vault/platform/context/caller';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { hasPermission } from '@pii-vault/platform/context/permissions';
import { invalid, morePower, passwordNeeded } from '../errors.ts';
import type { VerifyOwnPassword } from '../passwords/verify-own-password.ts';
import { permissionsOf } from '../roles/effective-permissions.ts';
import { isRole } from '../roles/role.ts';
import { permissionRows } from '../roles/role-store.ts';
import { type ManagedUserDeps, managedUser } from '../users/managed-user.ts';
import { API_TOKEN_LIFE_MS } from './delegation.ts';
import { type GrantTokenDeps, grantToken, originalCaller, ownHolder } from './grant-token.ts';
import { findSession } from './session-store.ts';

export interface CreateApiTokenDeps extends ManagedUserDeps, GrantTokenDeps {
  readonly verifyOwnPassword: VerifyOwnPassword;
  readonly now: () => number;
}

export interface CreateApiTokenInput {
  readonly companyId: number;
  readonly userId: number;
  readonly role: string;
  /** The caller's own; needed for what is worth asking again. */
  readonly password: string;
}

/** A password typed this recently need not be typed again. */
const FRESH_MS = 5 * 60_000;

/**
 * A token for one company with the permissions of a role, at most the caller's own; it dies with the session or API
 * client that made it.
 * @throws AppError NOT_FOUND, MORE_POWER, INVALID_ROLE, PASSWORD_NEEDED, WRONG_PASSWORD, LOGIN_THROTTLED, OVERLOADED,
 * TOKEN_FROM_TOKEN
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
    const isWorthAsking = userId !== caller.userId || permissions.includes('pii:reveal');
    if (isWorthAsking) await proveAgain(deps, ctx, caller, input.password);
    return grantToken(deps, ctx, holder, {
      kind: 'api_token',
      lifeMs: API_TOKEN_LIFE_MS,
      companyId,
      role,
      permissions,
    });
  };
}

// An API client shows its secret with each request: that is proof enough.
async function proveAgain(
  deps: CreateApiTokenDeps,
  ctx: Ctx,
  caller: UserCaller,
  password: string,
): Promise<void> {
  if (caller.clientId !== undefined) return;
  if (password !== '') return deps.verifyOwnPassword(ctx, caller.userId, password);
  const session = await deps.db.system((tx) => findSession(tx, caller.sessionId));
  const age = deps.now() - (session?.createdAt.getTime() ?? 0);
  if (age > FRESH_MS) throw passwordNeeded();
}
