import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { KeyFactsService } from '@pii-vault/proto/crypto/v1/key_facts';
import type { KeyFacts } from './key-facts.ts';

export function keyFactsRpc(deps: {
  readonly keyFacts: (ctx: Ctx, companyId: number) => Promise<KeyFacts>;
}): RpcService {
  return serve(KeyFactsService, {
    getKeyFacts: {
      allow: services(['compliance'], (req) => req.companyId),
      handle: (ctx, { companyId }) => deps.keyFacts(ctx, companyId),
    },
  });
}
