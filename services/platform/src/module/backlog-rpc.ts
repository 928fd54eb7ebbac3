import { BacklogServiceService } from '@pii-vault/proto/platform/v1/backlog';
import { services } from '../rpc/allow.ts';
import { type RpcService, serve } from '../rpc/serve.ts';
import type { ModuleKit } from './module.ts';

/** Tells audit what this module has committed and not yet shipped, and how many audit entries it has numbered. */
export function backlogRpc(backlog: ModuleKit['outboxBacklog']): RpcService {
  return serve(BacklogServiceService, {
    getBacklog: {
      allow: services(['audit']),
      handle: async () => {
        // As it is now: audit asks seldom, and before and after it counts what it has.
        const { rows, inFlight, oldestMs, auditNumbers } = await backlog(0);
        return {
          rows: BigInt(rows),
          inFlight: BigInt(inFlight),
          oldestMs: BigInt(Math.round(oldestMs)),
          auditNumbers: auditNumbers.map((one) => ({
            epoch: BigInt(one.epoch),
            lastSeq: BigInt(one.lastSeq),
          })),
        };
      },
    },
  });
}
