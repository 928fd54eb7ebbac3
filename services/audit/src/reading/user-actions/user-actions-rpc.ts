import { cursorOf, idIn } from '@pii-vault/platform/core/tables/list-cursor';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type ListUserActionsRequest,
  type UserAction as UserActionMessage,
  UserActionsService,
} from '@pii-vault/proto/audit/v1/user_actions';
import { NO_COMPANY } from '../../entries/columns.ts';
import { invalidInput } from '../../errors.ts';
import { toDetails } from '../trail/trail-mapper.ts';
import { listUserActions, type UserAction } from './user-actions-store.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

export function userActionsRpc({ db }: { readonly db: Pick<Database, 'tenant'> }): RpcService {
  return serve(UserActionsService, {
    listUserActions: {
      allow: permission('audit:read', (req: ListUserActionsRequest) => req.companyId),
      handle: async (ctx, req) => {
        const limit = req.limit === 0 ? DEFAULT_LIMIT : req.limit;
        if (limit < 1 || limit > MAX_LIMIT) throw invalidInput('limit', `limit must be 1 to ${MAX_LIMIT}`);
        const scope = scopeWith(ctx.caller, 'audit:read', req.companyId);
        const filter = { userId: req.userId, action: req.action };
        const before = idIn(req.cursor) ?? Number.MAX_SAFE_INTEGER;
        // Reads one row more than requested: it shows whether there is a next page.
        const found = await db.tenant(scope, (tx) => listUserActions(tx, scope, filter, before, limit + 1));
        const page = found.slice(0, limit);
        const last = page.at(-1);
        return {
          actions: page.map(toMessage),
          nextCursor: found.length > limit && last !== undefined ? cursorOf(last.leafIndex) : undefined,
        };
      },
    },
  });
}

function toMessage(one: UserAction): UserActionMessage {
  return {
    id: one.leafIndex + 1,
    userId: Number(one.userId),
    action: one.action,
    resourceType: one.resourceType,
    resourceId: one.resourceId ?? undefined,
    companyId: one.companyId === NO_COMPANY ? undefined : one.companyId,
    details: toDetails(one.details),
    ipAddress: one.ipAddress || undefined,
    userAgent: one.userAgent || undefined,
    timestamp: one.timestamp,
  };
}
