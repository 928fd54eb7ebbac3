import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermissionAnywhere } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { requireVersion } from '@pii-vault/platform/core/errors/stale';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import type { SetCompanyStatusRequest } from '@pii-vault/proto/tenancy/v1/companies';
import { stillSuspended } from '../errors.ts';
import { companyEvent } from '../events.ts';
import { type Company, checkStatus } from './company.ts';
import { lockCompany, updateStatus } from './company-store.ts';

/**
 * Sets a company active, inactive or suspended. Data of a suspended company is neither readable nor writable, and
 * nothing is deleted. company:manage may suspend it; only company:create may end the suspension. Setting the current
 * status changes nothing and publishes no event.
 * @throws AppError NOT_FOUND, STALE, PERMISSION_DENIED SUSPENDED
 */
export function setCompanyStatus({ db }: { db: Database }) {
  return async (ctx: Ctx, input: SetCompanyStatusRequest): Promise<Company> => {
    const status = checkStatus(input.status);
    return db.tenant(scopeWith(ctx.caller, 'company:manage'), async (tx) => {
      const before = await lockCompany(tx, input.id);
      if (before === undefined) throw notFound();
      requireVersion(input.ifRowVersion, before.rowVersion);
      if (before.status === status) return before;
      if (before.status === 'suspended' && !hasPermissionAnywhere(ctx.caller, 'company:create'))
        throw stillSuspended();
      const company = await updateStatus(tx, input.id, status);
      await tx.publish(companyEvent('tenancy.company_status_changed', company));
      const objectIds = { from: before.status, to: status };
      await tx.publish(
        auditMessage('tenancy', ctx, { action: 'company_status', companyId: company.id, objectIds }),
      );
      return company;
    });
  };
}
