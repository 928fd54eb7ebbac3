import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  FactorPoliciesService,
  type GetFactorPolicyRequest,
  type FactorPolicy as ProtoPolicy,
  type SetFactorPolicyRequest,
} from '@pii-vault/proto/identity/v1/factor_policies';
import type { Role } from '../../accounts/roles/role.ts';
import { type FactorPolicy, POLICY_ROLES } from './factor-policy.ts';
import { readFactorPolicy } from './factor-policy-store.ts';
import { type SetFactorPolicyDeps, setFactorPolicy } from './set-factor-policy.ts';

export interface FactorPolicyRpcDeps extends SetFactorPolicyDeps {
  /** Required in every company. */
  readonly secondFactorRoles: readonly Role[];
}

/** Roles that a company may name, as screens list them: super_admins belong to no company. */
const inOrder = (roles: readonly Role[]): Role[] => POLICY_ROLES.filter((role) => roles.includes(role));

export function factorPolicyRpcs(deps: FactorPolicyRpcDeps): RpcService {
  const set = setFactorPolicy(deps);
  const toProto = ({ companyId, roles, updatedAt }: FactorPolicy): ProtoPolicy => ({
    companyId,
    roles: inOrder(roles),
    alwaysRequired: inOrder(deps.secondFactorRoles),
    updatedAt: updatedAt ?? undefined,
  });
  return serve(FactorPoliciesService, {
    getFactorPolicy: {
      allow: permission('company:manage', (req: GetFactorPolicyRequest) => req.companyId),
      handle: async (_ctx, { companyId }) => {
        const policy = await deps.db.tenant({ companies: [companyId] }, (tx) =>
          readFactorPolicy(tx, companyId),
        );
        return { policy: toProto(policy) };
      },
    },
    setFactorPolicy: {
      allow: freshProof(permission('company:manage', (req: SetFactorPolicyRequest) => req.companyId)),
      handle: async (ctx, req) => ({ policy: toProto(await set(ctx, req.companyId, req.roles)) }),
    },
  });
}
