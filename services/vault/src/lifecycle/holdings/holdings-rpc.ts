import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { HoldingsService } from '@pii-vault/proto/vault/v1/holdings';
import type { sealCompany } from './seal-company.ts';

export function holdingsRpc(seal: ReturnType<typeof sealCompany>): RpcService {
  return serve(HoldingsService, {
    sealCompany: {
      allow: services(['tenancy'], (req) => req.companyId),
      handle: async (_ctx, { companyId }) => {
        const { sealed, individuals, imports } = await seal(companyId);
        return { sealed, individuals, imports };
      },
    },
  });
}
