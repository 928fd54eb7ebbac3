import type { Database } from '@pii-vault/platform/postgres/database';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { UserDirectoryServiceService } from '@pii-vault/proto/identity/v1/directory';
import { invalid } from '../errors.ts';
import { findUserNames } from './user-store.ts';

const MAX_NAMES = 200;

export function userDirectoryRpcs({ db }: { readonly db: Pick<Database, 'system'> }): RpcService {
  return serve(UserDirectoryServiceService, {
    getUserNames: {
      allow: services(['gateway']),
      handle: async (_ctx, req) => {
        if (req.userIds.length > MAX_NAMES)
          throw invalid('TOO_MANY_IDS', [{ path: 'userIds', message: `At most ${MAX_NAMES} users` }]);
        const users = await db.system((tx) => findUserNames(tx, req.userIds.map(Number)));
        return { users: users.map((user) => ({ ...user, id: BigInt(user.id) })) };
      },
    },
  });
}
