import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermissionAnywhere, missingPermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { requireVersion } from '@pii-vault/platform/core/errors/stale';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { companyEvent } from '../events.ts';
import { type Company, type CompanyChange, checkCompanyChange, unknownZone } from './company.ts';
import { knowsZone, lockCompany, updateCompany as writeCompany } from './company-store.ts';
import { codeConflict } from './create-company.ts';

export interface UpdateCompanyInput {
  readonly id: number;
  readonly change: CompanyChange;
  /** The version that the caller read; undefined: any. */
  readonly ifRowVersion?: number;
}

/**
 * Edits a company. Only callers with company:create may change the code: it is unique across companies, so others could
 * find out which codes exist.
 * @throws AppError INVALID_COMPANY, NOT_FOUND, STALE, COMPANY_CODE_EXISTS
 */
export function updateCompany({ db }: { db: Database }) {
  return async (ctx: Ctx, input: UpdateCompanyInput): Promise<Company> => {
    const change = checkCompanyChange(input.change);
    return db
      .tenant(scopeWith(ctx.caller, 'company:manage'), async (tx) => {
        const before = await lockCompany(tx, input.id);
        if (before === undefined) throw notFound();
        requireVersion(input.ifRowVersion, before.rowVersion);
        const isNewCode = change.code !== undefined && change.code !== before.code;
        if (isNewCode && !hasPermissionAnywhere(ctx.caller, 'company:create'))
          throw missingPermission('company:create');
        if (change.timeZone !== undefined && !(await knowsZone(tx, change.timeZone))) throw unknownZone();
        const company = await writeCompany(tx, input.id, change);
        await tx.publish(companyEvent('tenancy.company_updated', company));
        await tx.publish(auditMessage('tenancy', ctx, updateFacts(company, change)));
        return company;
      })
      .catch(codeConflict);
  };
}

function updateFacts(company: Company, change: CompanyChange) {
  const fieldNames = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return { action: 'company_update', companyId: company.id, fieldNames } as const;
}
