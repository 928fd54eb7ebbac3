import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type SearchPiiRequest, SearchService } from '@pii-vault/proto/vault/v1/search';
import type { SearchPii } from './search-pii.ts';

export function searchRpc(deps: { readonly searchPii: SearchPii }): RpcService {
  return serve(SearchService, {
    searchPii: {
      allow: permission('pii:reveal', (req: SearchPiiRequest) => req.companyId),
      handle: async (ctx, req) => {
        const { companyId } = req;
        const hits = await deps.searchPii(ctx, req);
        return { results: hits.map((hit) => ({ ...hit, companyId })) };
      },
    },
  });
}
