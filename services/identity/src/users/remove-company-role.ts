import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { noteAccountChange } from '../accounts/changes/account-changes.ts';
import {
  deactivateCompanyRole,
  listCompanyRoles,
  lockCompanyRole,
} from '../accounts/roles/company-role-store.ts';
import { keepAdministrator } from '../accounts/roles/last-administrator.ts';
import type { LoadPowers } from '../accounts/roles/load-powers.ts';
import { isMatchFor } from '../accounts/roles/powers.ts';
import { findHolder } from '../accounts/roles/role-store.ts';
import { morePower } from '../errors.ts';
import { companyRoleChanged } from '../events.ts';
import type { NotifyOwner } from '../protection/notices/notify-owner.ts';

export interface RemoveCompanyRoleDeps {
  readonly db: Database;
  readonly loadPowers: LoadPowers;
  readonly notify: NotifyOwner;
}

export interface RemoveCompanyRoleInput {
  /** Of the user. */
  readonly id: number;
  readonly assignmentId: number;
}

/**
 * Removes a company role and mails the owner. The user's default role may then apply there, so it must be at most the
 * caller's permissions, too.
 * @throws AppError NOT_FOUND, MORE_POWER, LAST_ADMINISTRATOR
 */
export function removeCompanyRole(deps: RemoveCompanyRoleDeps) {
  return async (ctx: Ctx, { id: userId, assignmentId }: RemoveCompanyRoleInput): Promise<void> => {
    const { caller } = ctx;
    if (caller.kind !== 'user') throw missingPermission('users:manage');
    const holder = await deps.db.system((tx) => findHolder(tx, userId));
    if (holder === undefined) throw notFound();
    const visible = await deps.db.tenant(scopeWith(ctx.caller, 'users:manage'), (tx) =>
      listCompanyRoles(tx, userId),
    );
    const companyId = visible.find(({ id }) => id === assignmentId)?.companyId;
    if (companyId === undefined) throw notFound();
    const fallsBack = holder.companyId === companyId || holder.companyId === null;
    const remaining = { role: holder.role, companyId, companyRoles: [] };
    if (fallsBack && !isMatchFor(caller, remaining, await deps.loadPowers(ctx, remaining))) throw morePower();
    const role = await deps.db.system((tx) =>
      keepAdministrator(tx, ctx, { userId, companyId }, async () => {
        const grant = await lockCompanyRole(tx, userId, assignmentId);
        if (grant === undefined) throw notFound();
        await deactivateCompanyRole(tx, grant);
        await noteAccountChange(tx, ctx, userId, 'role');
        await tx.publish(companyRoleChanged('identity.company_role_removed', grant));
        const objectIds = { userId: String(userId), assignmentId: String(assignmentId), role: grant.role };
        await tx.publish(auditMessage('identity', ctx, { action: 'role_remove', companyId, objectIds }));
        return grant.role;
      }),
    );
    deps.notify(ctx, userId, { kind: 'company_role_removed', companyId, role });
  };
}
