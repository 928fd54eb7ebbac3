import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import { BlockedAddress, BlockedAddressesService } from '@pii-vault/proto/identity/v1/security';
import { AccessRulesService } from '@pii-vault/proto/tenancy/v1/access_rules';
import { fakeRpc } from './fake-services.ts';

/** Fake tenancy and identity with lists of allowed and blocked addresses; a test changes the fields. */
export interface FakeAccess {
  allowedIps: string[];
  allowedDomains: string[];
  /** Blocked addresses of identity. */
  blockedIps: string[];
  isDown: boolean;
}

export function fakeAccessRules(access: FakeAccess): RpcService {
  return fakeRpc(AccessRulesService, {
    listAccessRules: async () => {
      if (access.isDown) throw new AppError('UNAVAILABLE', 'DOWN', 'tenancy is down');
      return access;
    },
    addAccessRule: async () => ({}),
    removeAccessRule: async () => ({}),
  });
}

export function fakeBlocks(access: FakeAccess): RpcService {
  const blocked = BlockedAddress.fromPartial({ id: 3, ipAddress: '203.0.113.7', createdAt: new Date() });
  return fakeRpc(BlockedAddressesService, {
    listBlockedAddresses: async () => {
      if (access.isDown) throw new AppError('UNAVAILABLE', 'DOWN', 'identity is down');
      return { addresses: access.blockedIps };
    },
    blockAddress: async () => ({ blocked }),
    unblockAddress: async () => ({}),
  });
}
