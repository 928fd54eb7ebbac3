import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyDirectory } from '../../accounts/companies/company-directory.ts';
import { checkRoles, type FactorPolicy } from './factor-policy.ts';
import { lockFactorPolicy, readFactorPolicy, writeFactorPolicy } from './factor-policy-store.ts';

export interface SetFactorPolicyDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly companies: Pick<CompanyDirectory, 'exists'>;
}

/**
 * Sets the roles of a company that must have a second factor, in addition to those of the deployment. Users without a
 * factor must enrol in their running sessions. The trail's entry of a removed role causes a mail to administrators.
 * @throws AppError INVALID_ROLES, NOT_FOUND; PERMISSION_DENIED OWN_SESSION_REQUIRED
 */
export function setFactorPolicy({ db, companies }: SetFactorPolicyDeps) {
  return async (ctx: Ctx, companyId: number, names: readonly string[]): Promise<FactorPolicy> => {
    const roles = checkRoles(names);
    const { caller } = ctx;
    if (caller.kind !== 'user') throw missingPermission('company:manage');
    if (!(await companies.exists(ctx, companyId))) throw notFound();
    return db.tenant({ companies: [companyId] }, async (tx) => {
      await lockFactorPolicy(tx, companyId);
      const before = await readFactorPolicy(tx, companyId);
      const removed = before.roles.filter((role) => !roles.includes(role));
      if (removed.length > 0) requireOwnSession(caller);
      else if (roles.length === before.roles.length) return before;
      await writeFactorPolicy(tx, companyId, roles, caller.actorUserId ?? caller.userId);
      const objectIds = { roles: roles.join(' '), ...(removed.length > 0 && { removed: removed.join(' ') }) };
      await tx.publish(
        auditMessage('identity', ctx, { action: 'factor_policy_update', companyId, objectIds }),
      );
      return readFactorPolicy(tx, companyId);
    });
  };
}

/** With access:automate a program may add roles, but never remove any. */
function requireOwnSession({ clientId, actorUserId }: UserCaller): void {
  if (clientId === undefined && actorUserId === undefined) return;
  throw permissionDenied(
    'OWN_SESSION_REQUIRED',
    'API credentials and delegated tokens may require a second factor of more roles and never of fewer: sign in and ' +
      'repeat the request',
  );
}
