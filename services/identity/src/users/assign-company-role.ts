import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission, requirePermission } from '@pii-vault/platform/core/context/permissions';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { once } from '@pii-vault/platform/postgres/idempotency/once';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { noteAccountChange } from '../accounts/changes/account-changes.ts';
import type { CompanyDirectory } from '../accounts/companies/company-directory.ts';
import {
  type CompanyRole,
  insertCompanyRole,
  lockCompanyRole,
  type NewCompanyRole,
} from '../accounts/roles/company-role-store.ts';
import { keepAdministrator } from '../accounts/roles/last-administrator.ts';
import type { LoadPowers } from '../accounts/roles/load-powers.ts';
import { isMatchFor } from '../accounts/roles/powers.ts';
import { isRole } from '../accounts/roles/role.ts';
import { findUser } from '../accounts/user-store.ts';
import { invalid, morePower, roleAssigned, superAdminEverywhere } from '../errors.ts';
import { companyRoleChanged } from '../events.ts';
import type { NotifyOwner } from '../protection/notices/notify-owner.ts';

export interface AssignCompanyRoleDeps {
  readonly db: Database;
  readonly companies: Pick<CompanyDirectory, 'exists'>;
  readonly loadPowers: LoadPowers;
  readonly notify: NotifyOwner;
}

export interface AssignCompanyRoleInput {
  /** Of the user. */
  readonly id: number;
  readonly companyId: number;
  readonly role: string;
}

/**
 * Gives a user a role in one company, with at most the caller's permissions there; the owner is mailed.
 * @throws AppError NOT_FOUND, MORE_POWER, ROLE_ASSIGNED, SUPER_ADMIN_EVERYWHERE, LAST_ADMINISTRATOR
 */
export function assignCompanyRole(deps: AssignCompanyRoleDeps) {
  return async (ctx: Ctx, input: AssignCompanyRoleInput): Promise<CompanyRole> => {
    const { id: userId, companyId, role } = input;
    check(input);
    requirePermission(ctx, 'users:manage', companyId);
    const { caller } = ctx;
    if (caller.kind !== 'user') throw missingPermission('users:manage');
    const holder = { role, companyId, companyRoles: [] };
    if (!isMatchFor(caller, holder, await deps.loadPowers(ctx, holder))) throw morePower();
    if (!(await deps.companies.exists(ctx, companyId))) throw notFound();
    const user = await deps.db.tenant(scopeWith(caller, 'users:manage'), (tx) => findUser(tx, userId));
    if (user === undefined) throw notFound();
    if (user.role === 'super_admin') throw superAdminEverywhere();
    let isNew = false;
    const assigned = await deps.db
      .system((tx) => {
        const assignedBy = caller.actorUserId ?? caller.userId;
        const create = () => {
          isNew = true;
          const grant = { userId, companyId, role, assignedBy };
          return keepAdministrator(tx, ctx, grant, () => insertAndTell(tx, ctx, grant));
        };
        const call = { companyId, route: 'AssignCompanyRole', parts: [String(userId), role] };
        return once(tx, ctx, call, create, async (id) => await lockCompanyRole(tx, userId, id));
      })
      .catch(alreadyAssigned);
    if (isNew) deps.notify(ctx, userId, { kind: 'company_role_given', companyId, role });
    return assigned;
  };
}

async function insertAndTell(tx: Tx, ctx: Ctx, grant: NewCompanyRole): Promise<CompanyRole> {
  const assigned = await insertCompanyRole(tx, grant);
  await noteAccountChange(tx, ctx, assigned.userId, 'role');
  await tx.publish(companyRoleChanged('identity.company_role_assigned', assigned));
  const { companyId, role } = assigned;
  const objectIds = { userId: String(assigned.userId), assignmentId: String(assigned.id), role };
  await tx.publish(auditMessage('identity', ctx, { action: 'role_assign', companyId, objectIds }));
  return assigned;
}

function check({ companyId, role }: AssignCompanyRoleInput): void {
  if (!Number.isSafeInteger(companyId) || companyId < 1)
    throw invalid('INVALID_ROLE', [{ path: 'companyId', message: 'Company is required' }]);
  if (!isRole(role)) throw invalid('INVALID_ROLE', [{ path: 'role', message: 'Role is required' }]);
  if (role === 'super_admin')
    throw invalid('INVALID_ROLE', [
      {
        path: 'role',
        message: 'The role super_admin applies to all companies; it cannot be assigned in one',
      },
    ]);
}

function alreadyAssigned(error: unknown): never {
  const known = AppError.from(error);
  throw known.code === 'ALREADY_EXISTS' && known.reason === 'CONFLICT' ? roleAssigned(known) : known;
}
