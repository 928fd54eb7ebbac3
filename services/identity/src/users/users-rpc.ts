import { notFound } from '@pii-vault/platform/errors/not-found';
import { caller, permission, services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { UserDirectoryServiceService } from '@pii-vault/proto/identity/v1/directory';
import { type User as ProtoUser, UserServiceService } from '@pii-vault/proto/identity/v1/users';
import { invalid } from '../errors.ts';
import { roleOptions } from '../roles/role.ts';
import { type CreateUserDeps, createUser } from './create-user.ts';
import { managedScope } from './managed-scope.ts';
import type { User } from './user.ts';
import { countUsers, findUser, findUserNames, listUsers } from './user-store.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

export function userRpcs(deps: CreateUserDeps): RpcService {
  const create = createUser(deps);
  return serve(UserServiceService, {
    createUser: {
      allow: permission('users:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const companyId = optionalNumber(req.companyId);
        const { user, temporaryPassword, emailSent } = await create(ctx, { ...req, companyId });
        return { user: toProto(user), temporaryPassword: temporaryPassword ?? '', emailSent };
      },
    },
    listUsers: {
      allow: permission('users:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const limit = Math.min(req.limit > 0 ? req.limit : DEFAULT_LIMIT, MAX_LIMIT);
        const companyId = optionalNumber(req.companyId);
        const filter = { role: req.role || undefined, status: req.status || undefined, companyId };
        const page = { ...filter, afterId: Number(req.afterId), limit: limit + 1 };
        const [found, total] = await deps.db.tenant(managedScope(ctx), async (tx) => [
          await listUsers(tx, page),
          await countUsers(tx, filter),
        ]);
        const users = found.slice(0, limit).map(toProto);
        const nextAfterId = found.length > limit ? users.at(-1)?.id : undefined;
        return { users, totalCount: BigInt(total), nextAfterId };
      },
    },
    getUser: {
      allow: permission('users:manage'),
      handle: async (ctx, req) => {
        const user = await deps.db.tenant(managedScope(ctx), (tx) => findUser(tx, Number(req.userId)));
        if (user === undefined) throw notFound();
        return { user: toProto(user) };
      },
    },
    listRoles: {
      allow: caller(),
      handle: async () => ({ roles: roleOptions() }),
    },
  });
}

const MAX_NAMES = 200;

export function userDirectoryRpcs({ db }: Pick<CreateUserDeps, 'db'>): RpcService {
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

export function toProto(user: User): ProtoUser {
  return {
    id: BigInt(user.id),
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    status: user.status,
    companyId: user.companyId === null ? undefined : BigInt(user.companyId),
    lastLoginAt: user.lastLoginAt ?? undefined,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
    rowVersion: BigInt(user.rowVersion),
  };
}

function optionalNumber(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}
