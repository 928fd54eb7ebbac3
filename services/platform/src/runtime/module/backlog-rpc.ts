import { BacklogService } from '@pii-vault/proto/platform/v1/backlog';
import { services } from '../../rpc/allow.ts';
import { type RpcService, serve } from '../../rpc/serve.ts';
import type { ModuleKit } from './module.ts';

/** Reports to audit the rows that this module has committed and not shipped, and the numbers given to audit entries. */
export function backlogRpc(backlog: ModuleKit['outboxBacklog']): RpcService {
  return serve(BacklogService, {
    getBacklog: {
      allow: services(['audit']),
      handle: async () => {
        // Uncached: audit calls it seldom, before and after it counts its own entries.
        const { rows, inFlight, oldestMs, auditNumbers } = await backlog(0);
        return {
          rows,
          inFlight,
          oldestMs: Math.round(oldestMs),
          auditNumbers: auditNumbers.map((one) => ({
            epoch: one.epoch,
            lastSeq: one.lastSeq,
          })),
        };
      },
    },
  });
}
