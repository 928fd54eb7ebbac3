import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { idIn, pageById } from '@pii-vault/platform/core/tables/list-cursor';
import type { WaitingCounts } from '@pii-vault/platform/domain/waiting/waiting';
import type { Mailer } from '@pii-vault/platform/mail/mailer';
import type { Database, Scope, Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { caller, freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { UsersService } from '@pii-vault/proto/identity/v1/users';
import { roleOptions } from '../accounts/roles/role.ts';
import type { User } from '../accounts/user.ts';
import { countUsers, findUser, listUsers } from '../accounts/user-store.ts';
import { type CreateUserDeps, createUser } from './create-user.ts';
import { type ManageUsersDeps, manageUsersSpecs } from './manage-users-rpc.ts';
import { toProto } from './user-mapper.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

export function userRpcs(deps: CreateUserDeps & ManageUsersDeps): RpcService {
  const create = createUser(deps);
  return serve(UsersService, {
    ...manageUsersSpecs(deps),
    createUser: {
      allow: freshProof(permission('users:manage', (req) => req.companyId)),
      handle: async (ctx, req) => {
        const { user, temporaryPassword, emailSent } = await create(ctx, req);
        return { user: toProto(user), temporaryPassword, emailSent };
      },
    },
    listUsers: {
      allow: permission('users:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const limit = Math.min(req.limit > 0 ? req.limit : DEFAULT_LIMIT, MAX_LIMIT);
        const scope = scopeWith(ctx.caller, 'users:manage');
        const filter = {
          role: req.role,
          status: req.status,
          companyId: req.companyId,
          seenBy: scope === 'all' ? undefined : scope.companies,
        };
        const page = { ...filter, afterId: idIn(req.cursor) ?? 0, limit: limit + 1 };
        const [found, total] = await deps.db.tenant(scope, async (tx) => [
          await asSeen(tx, scope, await listUsers(tx, page)),
          await countUsers(tx, filter),
        ]);
        const { rows, nextCursor } = pageById(found, limit);
        return { users: rows.map(toProto), totalCount: total, nextCursor };
      },
    },
    getUser: {
      allow: permission('users:manage'),
      handle: async (ctx, req) => {
        const scope = scopeWith(ctx.caller, 'users:manage');
        const [user] = await deps.db.tenant(scope, async (tx) => {
          const found = await findUser(tx, req.id);
          return await asSeen(tx, scope, found === undefined ? [] : [found]);
        });
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

/** Alone, an administrator cannot approve what needs a second person. */
const ADMINISTRATORS = 2;

interface SetupDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly mailer: Pick<Mailer, 'isOnServer'>;
}

/** Whether the company lacks a second active administrator; the vault a second super_admin, and a mail server. */
export const setupCounts = ({ db, mailer }: SetupDeps): WaitingCounts => [
  [
    ['setup.administrators'],
    async (ctx, companyId) => {
      if (companyId === undefined) return {};
      const filter = { role: 'admin', status: 'active', companyId, seenBy: [companyId] };
      const scope = scopeWith(ctx.caller, 'users:manage', companyId);
      const administrators = await db.tenant(scope, (tx) => countUsers(tx, filter));
      return { 'setup.administrators': { count: administrators >= ADMINISTRATORS ? 0 : 1 } };
    },
  ],
  [
    ['setup.superAdmins', 'setup.mail'],
    async () => {
      const filter = { role: 'super_admin', status: 'active', companyId: undefined, seenBy: undefined };
      const superAdmins = await db.tenant('all', (tx) => countUsers(tx, filter));
      return {
        'setup.superAdmins': { count: superAdmins >= ADMINISTRATORS ? 0 : 1 },
        'setup.mail': { count: mailer.isOnServer ? 0 : 1 },
      };
    },
  ],
];

/**
 * Users as the companies of the scope may see them. A user of another company, who has a role here, is shown with that
 * role and company: the other company and the role there are its affair.
 */
async function asSeen(tx: Tx, scope: Scope, users: readonly User[]): Promise<readonly User[]> {
  if (scope === 'all') return users;
  const isOwn = ({ companyId }: User) => companyId !== null && scope.companies.includes(companyId);
  const shared = users.filter((user) => !isOwn(user)).map(({ id }) => id);
  if (shared.length === 0) return users;
  const roles = await tx.query<{ userId: number; companyId: number; role: string }>(
    `SELECT DISTINCT ON (user_id) user_id AS "userId", company_id AS "companyId", role FROM user_company_roles
     WHERE is_active AND user_id = ANY ($1::bigint[]) AND company_id = ANY ($2::bigint[])
     ORDER BY user_id, company_id`,
    [shared, scope.companies],
  );
  const here = new Map(roles.map(({ userId, companyId, role }) => [userId, { companyId, role }]));
  return users.map((user) => ({ ...user, ...here.get(user.id) }));
}
