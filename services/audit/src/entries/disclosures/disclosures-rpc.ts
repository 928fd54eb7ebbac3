import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { DisclosuresService, type SumDisclosuresRequest } from '@pii-vault/proto/audit/v1/disclosures';
import type { sumDisclosures } from './sum-disclosures.ts';

export function disclosuresRpc(sum: ReturnType<typeof sumDisclosures>): RpcService {
  return serve(DisclosuresService, {
    sumDisclosures: {
      allow: permission('pii:reveal', (req: SumDisclosuresRequest) => req.companyId),
      handle: async (ctx, { companyId, individualId }) => ({
        disclosures: await sum(ctx, companyId, individualId),
      }),
    },
  });
}
