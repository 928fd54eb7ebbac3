import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  CompanyRolesService,
  type CompanyRole as ProtoCompanyRole,
} from '@pii-vault/proto/identity/v1/company_roles';
import { type CompanyRole, listCompanyRoles } from '../accounts/roles/company-role-store.ts';
import { findUser } from '../accounts/user-store.ts';
import { type AssignCompanyRoleDeps, assignCompanyRole } from './assign-company-role.ts';
import { type RemoveCompanyRoleDeps, removeCompanyRole } from './remove-company-role.ts';

export function companyRoleRpcs(deps: AssignCompanyRoleDeps & RemoveCompanyRoleDeps): RpcService {
  const assign = assignCompanyRole(deps);
  const remove = removeCompanyRole(deps);
  return serve(CompanyRolesService, {
    listCompanyRoles: {
      allow: permission('users:manage'),
      handle: async (ctx, req) => {
        const roles = await deps.db.tenant(scopeWith(ctx.caller, 'users:manage'), async (tx) => {
          if ((await findUser(tx, req.id)) === undefined) throw notFound();
          return listCompanyRoles(tx, req.id);
        });
        return { roles: roles.map(toProto) };
      },
    },
    assignCompanyRole: {
      allow: freshProof(permission('users:manage', (req) => req.companyId)),
      handle: async (ctx, req) => ({ role: toProto(await assign(ctx, req)) }),
    },
    removeCompanyRole: {
      // Removing it may add rights: the default role then applies in the company.
      allow: freshProof(permission('users:manage')),
      handle: async (ctx, req) => {
        await remove(ctx, req);
        return {};
      },
    },
  });
}

function toProto(grant: CompanyRole): ProtoCompanyRole {
  return {
    id: grant.id,
    userId: grant.userId,
    companyId: grant.companyId,
    role: grant.role,
    assignedBy: grant.assignedBy ?? undefined,
    assignedAt: grant.assignedAt,
  };
}
