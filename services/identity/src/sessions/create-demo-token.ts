import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { HARMLESS, TOKEN_LIFE_MS } from './delegation.ts';
import { type GrantTokenDeps, grantToken, originalCaller, ownHolder } from './grant-token.ts';

export interface CreateDemoTokenDeps extends GrantTokenDeps {
  readonly isTestDatabase: boolean;
}

/**
 * Creates a token for trying out the API: the caller's own role in the company without reveals and writes.
 * @throws AppError NOT_FOUND, PERMISSION_DENIED, TOKEN_FROM_TOKEN
 */
export function createDemoToken(deps: CreateDemoTokenDeps) {
  return async (ctx: Ctx, companyId: number): Promise<string> => {
    const caller = originalCaller(ctx);
    const held = caller.isSuperAdmin ? caller.everywhere : caller.companies.get(companyId);
    if (held === undefined || held.size === 0) throw missingPermission('pii:read');
    const holder = await ownHolder(deps, caller.userId);
    const role = holder.companyRoles.find((own) => own.companyId === companyId)?.role ?? holder.role;
    const allowed = deps.isTestDatabase ? [...held] : HARMLESS.filter((name) => held.has(name));
    const permissions = allowed.sort();
    return grantToken(deps, ctx, holder, {
      kind: 'demo_token',
      lifeMs: TOKEN_LIFE_MS,
      companyId,
      role,
      permissions,
    });
  };
}
