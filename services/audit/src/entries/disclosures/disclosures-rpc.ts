import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { DisclosuresServiceService, type SumDisclosuresRequest } from '@pii-vault/proto/audit/v1/disclosures';
import type { sumDisclosures } from './sum-disclosures.ts';

export function disclosuresRpc(sum: ReturnType<typeof sumDisclosures>): RpcService {
  return serve(DisclosuresServiceService, {
    sumDisclosures: {
      allow: permission('pii:reveal', (req: SumDisclosuresRequest) => req.companyId),
      handle: async (ctx, { companyId, individualId }) => {
        const disclosures = await sum(ctx, Number(companyId), Number(individualId));
        return { disclosures: disclosures.map((one) => ({ ...one, times: BigInt(one.times) })) };
      },
    },
  });
}
