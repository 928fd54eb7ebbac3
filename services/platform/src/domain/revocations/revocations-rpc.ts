import { RevocationsService } from '@pii-vault/proto/platform/v1/revocations';
import { invalidArgument, permissionDenied } from '../../core/errors/app-error.ts';
import { type Allow, services } from '../../rpc/allow.ts';
import { type RpcService, serve } from '../../rpc/serve.ts';
import { type Replays, revokingAction } from './revocation.ts';

const ofAudit = services<unknown>(['audit']);

/** A restore speaks for the whole vault; the request of a token for one company could name objects of another. */
const allow: Allow<unknown> = {
  permission: undefined,
  check(caller, request) {
    ofAudit.check(caller, request);
    if (caller.kind !== 'service' || caller.company !== 'system')
      throw permissionDenied('SYSTEM_ONLY', 'This call needs a token of the system');
  },
};

/** Repeats revocations that a restored backup undid. @throws AppError INVALID_ARGUMENT REVOCATION_UNKNOWN */
export function revocationsRpc(replays: Replays): RpcService {
  return serve(RevocationsService, {
    replay: {
      allow,
      handle: async (ctx, req) => {
        const action = revokingAction(req.action, req.objectIds);
        const replay = action === undefined ? undefined : replays[action];
        if (action === undefined || replay === undefined || req.occurredAt === undefined)
          throw invalidArgument(
            'REVOCATION_UNKNOWN',
            'This service cannot replay this action, or the request lacks its time',
          );
        const { fieldNames, purpose, objectIds, occurredAt: at } = req;
        const companyId = req.companyId || undefined;
        const individualId = req.individualId || undefined;
        const outcome = await replay(ctx, {
          action,
          at,
          companyId,
          individualId,
          fieldNames,
          purpose,
          objectIds,
        });
        return { outcome };
      },
    },
  });
}
