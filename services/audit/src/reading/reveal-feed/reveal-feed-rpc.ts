import { permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { RevealFeedService } from '@pii-vault/proto/audit/v1/reveal_feed';
import { invalidInput } from '../../errors.ts';
import type { listReveals } from './list-reveals.ts';

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
        const page = await list(req.after, req.limit);
        // auditId: as audit_trail.id.
        const reveals = page.reveals.map((reveal) => ({ ...reveal, auditId: reveal.leafIndex + 1 }));
        return { ...page, reveals };
      },
    },
  });
}
