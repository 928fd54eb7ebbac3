import type { KeysOf } from '@pii-vault/contract/routes';
import type { createUserSchema, listUsersQuery, User } from '@pii-vault/contract/users/users-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';
import type { z } from 'zod';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { type ExportDeps, exportList, exportPageRows } from '../files/export-list.ts';
import { etagOf } from '../wire/etag.ts';
import { present } from '../wire/values.ts';
import { toCompanyRole, toCreated, toUser } from './users-mapper.ts';

/** CSV columns of the list; a user without a company has all companies. */
const userColumns: Columns<User> = {
  id: (user) => user.id,
  email: (user) => user.email,
  firstName: (user) => user.firstName,
  lastName: (user) => user.lastName,
  role: (user) => user.role,
  status: (user) => user.status,
  companyId: (user) => user.companyId,
  company: (user) => user.company?.name,
  lastLoginAt: (user) => user.lastLoginAt,
  createdAt: (user) => user.createdAt,
  updatedAt: (user) => user.updatedAt,
};

type Deps = Pick<Clients, 'users' | 'companyRoles'> & ExportDeps & { names: CompanyNames };

/** With names of companies. */
export function usersHandlers(deps: Deps): Handlers<KeysOf<'users'>> {
  const { companyRoles, names } = deps;
  return {
    'GET /users': async ({ ctx, query, position }) => {
      const { rows, ...page } = await usersPage(deps, ctx, query, query.limit, position);
      return { body: rows, ...page };
    },
    'GET /users/export': async ({ ctx, query, renewed }) =>
      exportList(
        deps,
        { ctx, renewed },
        {
          name: 'users',
          format: query.format,
          permission: 'users:manage',
          companyId: query.companyId,
          filters: { role: query.role, status: query.status },
          columns: userColumns,
          page: (ctx, position) => usersPage(deps, ctx, query, exportPageRows, position),
        },
      ),
    'POST /users': async ({ ctx, body }) => createUser(deps, ctx, body),
    'GET /users/{id}/company-roles': async ({ ctx, params }) => {
      const { roles } = await companyRoles.listCompanyRoles(ctx, params);
      const named = await names(roles.map(({ companyId }) => companyId));
      return { body: roles.map((role) => toCompanyRole(role, named)) };
    },
    'POST /users/{id}/company-roles': async ({ ctx, params, body }) => {
      const answer = await companyRoles.assignCompanyRole(ctx, { ...params, ...body });
      return { body: toCompanyRole(present(answer.role), await names([body.companyId])) };
    },
  };
}

async function createUser({ users, names }: Deps, ctx: Ctx, input: z.output<typeof createUserSchema>) {
  const answer = await users.createUser(ctx, {
    ...input,
    companyId: input.companyId ?? undefined,
    password: input.generatePassword ? '' : (input.password ?? ''),
  });
  const user = present(answer.user);
  const named = await names(user.companyId === undefined ? [] : [user.companyId]);
  return {
    body: toCreated(answer, named),
    headers: { ETag: etagOf(user.version) },
  };
}

type Filters = Pick<z.output<typeof listUsersQuery>, 'companyId' | 'role' | 'status'>;

async function usersPage(
  { users, names }: Deps,
  ctx: Ctx,
  filters: Filters,
  limit: number,
  position: string | undefined,
) {
  const answer = await users.listUsers(ctx, {
    role: filters.role,
    status: filters.status,
    companyId: filters.companyId,
    limit,
    cursor: position,
  });
  const companies = answer.users.flatMap((user) => (user.companyId === undefined ? [] : [user.companyId]));
  const named = await names(companies);
  return {
    rows: answer.users.map((user) => toUser(user, named)),
    next: answer.nextCursor,
    total: answer.totalCount,
  };
}
