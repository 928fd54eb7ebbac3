import { freshProof, permission, services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { BlockedAddressesService } from '@pii-vault/proto/identity/v1/security';
import { toProto } from './blocked-address.ts';
import { listBlocks } from './blocked-address-store.ts';
import { blockAddress, type ChangeBlocksDeps, unblockAddress } from './change-blocks.ts';

export function blockedAddressRpcs(deps: ChangeBlocksDeps): RpcService {
  const block = blockAddress(deps);
  const unblock = unblockAddress(deps);
  const allow = permission<unknown>('access:manage');
  return serve(BlockedAddressesService, {
    listBlockedAddresses: {
      allow: services(['gateway']),
      handle: async () => {
        const blocks = await deps.db.system(listBlocks);
        return { addresses: blocks.map(({ ipAddress }) => ipAddress) };
      },
    },
    blockAddress: {
      allow,
      handle: async (ctx, req) => ({ blocked: toProto(await block(ctx, req)) }),
    },
    unblockAddress: {
      allow: freshProof(allow),
      handle: (ctx, req) => unblock(ctx, req.ipAddress).then(() => ({})),
    },
  });
}
