import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { SelfContext } from '@pii-vault/platform/rpc/self-context';
import type { AccessFactsService } from '@pii-vault/proto/identity/v1/access_facts';
import type { ApiCredentialsService } from '@pii-vault/proto/identity/v1/api_credentials';
import type { CompanyRolesService } from '@pii-vault/proto/identity/v1/company_roles';
import type { UsersService } from '@pii-vault/proto/identity/v1/users';
import type { AccessLine, RevokeAct } from './access-review.ts';

export interface RevokeDeps {
  readonly access: Pick<RpcClient<typeof AccessFactsService>, 'listAccess'>;
  readonly users: Pick<RpcClient<typeof UsersService>, 'setUserStatus'>;
  readonly companyRoles: Pick<RpcClient<typeof CompanyRolesService>, 'removeCompanyRole'>;
  readonly apiCredentials: Pick<RpcClient<typeof ApiCredentialsService>, 'revokeApiCredentials'>;
  readonly self: SelfContext;
}

/**
 * Takes away at identity what the account or the API client of a line may do in the company now. With the caller's own
 * token: identity decides as it does for the screen of users. Repeating it does no harm: what is gone already is gone.
 * @throws AppError of identity, such as MORE_POWER, LAST_ADMINISTRATOR, LAST_SUPER_ADMIN, NOT_FOUND for a user that the
 * caller does not see
 */
export async function revokeAccess(
  deps: RevokeDeps,
  ctx: Ctx,
  companyId: number,
  { kind, userId, clientId }: Pick<AccessLine, 'kind' | 'userId' | 'clientId'>,
): Promise<RevokeAct> {
  const asked = { companyId, userIds: [userId], limit: 1 };
  const { accounts } = await deps.access.listAccess(deps.self({ company: companyId, causedBy: ctx }), asked);
  const [account] = accounts;
  if (account === undefined) return 'gone';
  if (kind === 'credential') {
    if (account.credential?.clientId !== clientId) return 'gone';
    await deps.apiCredentials.revokeApiCredentials(ctx, { id: userId });
    return 'credential_revoked';
  }
  if (account.via === 'company_role' && account.assignmentId !== undefined) {
    await deps.companyRoles.removeCompanyRole(ctx, { id: userId, assignmentId: account.assignmentId });
    return 'role_removed';
  }
  // Also one that is inactive or suspended: it ends an API client that was made since, which would work again later.
  await deps.users.setUserStatus(ctx, { id: userId, status: 'inactive' });
  return 'account_deactivated';
}
