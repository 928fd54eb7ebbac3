import { permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { RevealFeedService } from '@pii-vault/proto/audit/v1/reveal_feed';
import { invalidInput } from '../../errors.ts';
import type { listReveals, RevealPosition } from './list-reveals.ts';

const MAX_COMPANIES = 100;
const MAX_LIMIT = 1_000;

export function revealFeedRpc(list: ReturnType<typeof listReveals>): RpcService {
  return serve(RevealFeedService, {
    listReveals: {
      allow: services(['tenancy', 'compliance']),
      handle: async (ctx, req) => {
        if (ctx.caller.kind !== 'service' || ctx.caller.company !== 'system')
          throw permissionDenied('SYSTEM_ONLY', 'This call needs a token of the system');
        if (req.after.length > MAX_COMPANIES) throw invalidInput('after', `At most ${MAX_COMPANIES}`);
        if (req.limit < 1 || req.limit > MAX_LIMIT) throw invalidInput('limit', `1 to ${MAX_LIMIT}`);
        const after = req.after.map((one) => ({
          companyId: one.companyId,
          leafIndex: one.leafIndex,
        }));
        const page = await list(after, req.limit);
        return {
          reveals: page.reveals.map(({ companyId, leafIndex, individualIds, fieldNames, ...reveal }) => ({
            ...reveal,
            fieldNames: [...fieldNames],
            companyId,
            // As audit_trail.id.
            auditId: leafIndex + 1,
            individualIds,
          })),
          readUpTo: page.readUpTo.map(toPosition),
          treeSize: page.treeSize,
        };
      },
    },
  });
}

const toPosition = ({ companyId, leafIndex }: RevealPosition) => ({
  companyId,
  leafIndex,
});
