import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import { once } from '@pii-vault/platform/postgres/idempotency/once';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import type { CreateCompanyRequest } from '@pii-vault/proto/tenancy/v1/companies';
import { companyCodeExists } from '../errors.ts';
import { companyEvent } from '../events.ts';
import { type Company, checkNewCompany, unknownZone } from './company.ts';
import { findCompanies, insertCompany, knowsZone } from './company-store.ts';

/** Creates a tenant. @throws AppError INVALID_COMPANY, COMPANY_CODE_EXISTS */
export function createCompany({ db }: { db: Database }) {
  return async (ctx: Ctx, input: CreateCompanyRequest): Promise<Company> => {
    const wanted = checkNewCompany(input);
    const scope = scopeWith(ctx.caller, 'company:create');
    // A grant in one company cannot create companies, because it does not apply to the new one.
    if (scope !== 'all') throw missingPermission('company:create');
    return db
      .tenant(scope, async (tx) => {
        const { name, code, tier, status, timeZone } = wanted;
        const call = { companyId: 0, route: 'CreateCompany', parts: [name, code, tier, status, timeZone] };
        const create = async () => {
          if (!(await knowsZone(tx, timeZone))) throw unknownZone();
          const company = await insertCompany(tx, wanted);
          await tx.publish(companyEvent('tenancy.company_created', company));
          await tx.publish(auditMessage('tenancy', ctx, { action: 'company_create', companyId: company.id }));
          return company;
        };
        return once(tx, ctx, call, create, async (id) => (await findCompanies(tx, [id]))[0]);
      })
      .catch(codeConflict);
  };
}

/** The code is the only unique key with which a company can conflict. */
export function codeConflict(error: unknown): never {
  const known = AppError.from(error);
  throw known.code === 'ALREADY_EXISTS' && known.reason === 'CONFLICT' ? companyCodeExists(known) : known;
}
