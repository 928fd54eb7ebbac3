import type { Database } from '@pii-vault/platform/postgres/database';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { UserDirectoryService } from '@pii-vault/proto/identity/v1/directory';
import { findUserNames } from '../accounts/user-store.ts';
import { findClientOwners } from '../credentials/api-credential-store.ts';
import { invalid } from '../errors.ts';

const MAX_NAMES = 200;

export function userDirectoryRpcs({ db }: { readonly db: Pick<Database, 'system'> }): RpcService {
  return serve(UserDirectoryService, {
    getUserNames: {
      allow: services(['gateway']),
      handle: async (_ctx, req) => {
        if (req.userIds.length > MAX_NAMES)
          throw invalid('TOO_MANY_IDS', [{ path: 'userIds', message: `At most ${MAX_NAMES} users` }]);
        if (req.clientIds.length > MAX_NAMES)
          throw invalid('TOO_MANY_IDS', [{ path: 'clientIds', message: `At most ${MAX_NAMES} clients` }]);
        return await db.system(async (tx) => {
          const clients = await findClientOwners(tx, req.clientIds);
          const ids = new Set([...req.userIds, ...clients.map(({ userId }) => userId)]);
          return { users: await findUserNames(tx, [...ids]), clients };
        });
      },
    },
  });
}
