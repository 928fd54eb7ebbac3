import { AppError } from '@pii-vault/platform/errors/app-error';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import { AccessRuleServiceService } from '@pii-vault/proto/tenancy/v1/access_rules';
import { fakeRpc } from './fake-services.ts';

/** Tenancy as far as the allow-list goes; a test changes its fields. */
export interface FakeAccess {
  allowedIps: string[];
  allowedDomains: string[];
  isDown: boolean;
}

export function fakeAccessRules(access: FakeAccess): RpcService {
  return fakeRpc(AccessRuleServiceService, {
    listAccessRules: async () => {
      if (access.isDown) throw new AppError('UNAVAILABLE', 'DOWN', 'tenancy is down');
      return access;
    },
    addAccessRule: async () => ({}),
    removeAccessRule: async () => ({}),
  });
}
