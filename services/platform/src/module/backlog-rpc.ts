import { BacklogServiceService } from '@pii-vault/proto/platform/v1/backlog';
import { services } from '../rpc/allow.ts';
import { type RpcService, serve } from '../rpc/serve.ts';
import type { ModuleKit } from './module.ts';

/** Tells audit what this module has committed and not yet shipped. */
export function backlogRpc(backlog: ModuleKit['outboxBacklog']): RpcService {
  return serve(BacklogServiceService, {
    getBacklog: {
      allow: services(['audit']),
      handle: async () => {
        const { rows, oldestMs } = await backlog();
        return { rows: BigInt(rows), oldestMs: BigInt(Math.round(oldestMs)) };
      },
    },
  });
}
