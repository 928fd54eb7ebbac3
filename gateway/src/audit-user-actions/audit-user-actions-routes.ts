import {
  type listUserActionsQuery,
  type UserAction,
  userActionSchema,
} from '@pii-vault/contract/audit-user-actions/audit-user-actions-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';
import type { z } from 'zod';
import { withCompanyName } from '../audit-trail/audit-trail-mapper.ts';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { type ExportDeps, exportList, exportPageRows } from '../files/export-list.ts';
import { jsonOf } from '../passed/json-of.ts';
import { awaitAll } from '../wire/await-all.ts';
import { userNames } from '../wire/user-names.ts';

/** CSV columns of the list; several names in a cell are separated by spaces, object ids are JSON. */
const actionColumns: Columns<UserAction> = {
  id: (action) => action.id,
  timestamp: (action) => action.timestamp,
  userId: (action) => action.userId,
  user: (action) => action.userName,
  action: (action) => action.action,
  resourceType: (action) => action.resourceType,
  resourceId: (action) => action.resourceId,
  companyId: (action) => action.companyId,
  company: ({ details }) => details.companyName,
  fields: ({ details }) => (details.fieldNames ?? []).join(' '),
  purpose: ({ details }) => details.purpose,
  decision: ({ details }) => details.decision,
  reason: ({ details }) => details.reason,
  objectIds: ({ details }) => (details.objectIds === undefined ? null : JSON.stringify(details.objectIds)),
  requestId: ({ details }) => details.requestId,
  ipAddress: (action) => action.ipAddress,
  userAgent: (action) => action.userAgent,
};

const toUserAction = jsonOf(userActionSchema);

type Deps = Pick<Clients, 'userActions' | 'userDirectory'> &
  ExportDeps & {
    names: CompanyNames;
    self: () => Ctx;
  };

/** With names of users and companies. */
export function auditUserActionsHandlers(deps: Deps): Handlers<KeysOf<'audit-user-actions'>> {
  return {
    'GET /audit-user-actions': async ({ ctx, query, position }) => {
      const { limit } = query;
      const { rows, next } = await actionsPage(deps, ctx, query, limit, position);
      return { body: rows, next };
    },
    'GET /audit-user-actions/export': async ({ ctx, query, renewed }) =>
      exportList(
        deps,
        { ctx, renewed },
        {
          name: 'user-actions',
          format: query.format,
          permission: 'audit:read',
          companyId: query.companyId,
          filters: { action: query.action, userId: query.userId },
          columns: actionColumns,
          page: (ctx, position) => actionsPage(deps, ctx, query, exportPageRows, position),
        },
      ),
  };
}

type Filters = Pick<z.output<typeof listUserActionsQuery>, 'companyId' | 'userId' | 'action'>;

/** A page of actions with the names of users and companies. */
async function actionsPage(
  deps: Deps,
  ctx: Ctx,
  filters: Filters,
  limit: number,
  position: string | undefined,
) {
  const { actions, nextCursor } = await deps.userActions.listUserActions(ctx, {
    limit,
    companyId: filters.companyId,
    userId: filters.userId,
    action: filters.action,
    cursor: position,
  });
  const companyIds = actions.flatMap(({ companyId }) => (companyId === undefined ? [] : [companyId]));
  const [companies, users] = await awaitAll([
    deps.names(companyIds),
    userNames(
      deps,
      deps.self(),
      actions.map(({ userId }) => userId),
    ),
  ]);
  return {
    rows: actions.map((action) =>
      toUserAction({ ...withCompanyName(action, companies), userName: users.get(action.userId) }),
    ),
    next: nextCursor,
  };
}
