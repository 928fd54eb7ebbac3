import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import type { Database } from '@pii-vault/platform/postgres/database';
import { anyOf, freshProof, permission, services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { AccessRulesService } from '@pii-vault/proto/tenancy/v1/access_rules';
import { findAccessRules } from './access-rule-store.ts';
import { addAccessRule, removeAccessRule } from './change-access-rules.ts';

export function accessRuleRpcs(deps: { readonly db: Database }): RpcService {
  const add = addAccessRule(deps);
  const remove = removeAccessRule(deps);
  const allow = permission<unknown>('access:manage');
  return serve(AccessRulesService, {
    listAccessRules: {
      allow: anyOf(allow, services(['gateway', 'compliance'])),
      handle: async ({ caller }) => {
        // The lists apply to every company, so a grant in one company is not enough.
        if (caller.kind === 'user' && !caller.isSuperAdmin) throw missingPermission('access:manage');
        const { ip, domain } = await deps.db.system(findAccessRules);
        return { allowedIps: ip, allowedDomains: domain };
      },
    },
    addAccessRule: { allow: freshProof(allow), handle: (ctx, req) => add(ctx, req).then(() => ({})) },
    // An empty list admits every address: removing the last rule widens access, too.
    removeAccessRule: { allow: freshProof(allow), handle: (ctx, req) => remove(ctx, req).then(() => ({})) },
  });
}
