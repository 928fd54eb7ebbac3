import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { requireVersion, stale } from '@pii-vault/platform/core/errors/stale';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import type { DeleteCompanyRequest } from '@pii-vault/proto/tenancy/v1/companies';
import { companyNotEmpty } from '../errors.ts';
import { agreementEvents, companyEvent } from '../events.ts';
import type { Company } from './company.ts';
import { findCompanies, lockCompany, markDeleted } from './company-store.ts';
import { agreementAudit } from './link-agreements/agreement-audit.ts';
import { endAgreement, findAgreements } from './link-agreements/link-agreement-store.ts';

/** Number of a company's objects in the vault, by kind. */
export type Holdings = Readonly<Record<string, number>>;

export interface DeleteCompanyDeps {
  readonly db: Database;
  /** Counts the company's objects in the vault. If there are none, it blocks new ones for the next minutes. */
  seal(ctx: Ctx, companyId: number): Promise<Holdings>;
}

/**
 * Deletes a company without data. Seals it first, so that nothing is written between the count and the deletion. Its
 * agreements end, its webhooks are deleted, its audit entries stay.
 * @throws AppError NOT_FOUND, STALE, FAILED_PRECONDITION COMPANY_NOT_EMPTY
 */
export function deleteCompany({ db, seal }: DeleteCompanyDeps) {
  return async (ctx: Ctx, { id: companyId, ifRowVersion }: DeleteCompanyRequest): Promise<void> => {
    const scope = scopeWith(ctx.caller, 'company:create');
    if (scope !== 'all' || ctx.caller.kind !== 'user') throw missingPermission('company:create');
    const by = ctx.caller.actorUserId ?? ctx.caller.userId;
    const [seen] = await db.tenant(scope, (tx) => findCompanies(tx, [companyId]));
    if (seen === undefined) throw notFound();
    requireVersion(ifRowVersion, seen.rowVersion);
    const held = Object.entries(await seal(ctx, companyId)).filter(([, count]) => count > 0);
    if (held.length > 0) throw companyNotEmpty(held.map(([what, count]) => `${count} ${what}`));
    await db.tenant(scope, async (tx) => {
      const company = await lockCompany(tx, companyId);
      if (company === undefined) throw notFound();
      if (company.rowVersion !== seen.rowVersion) throw stale();
      await endAgreements(tx, ctx, company, by);
      await tx.publish(companyEvent('tenancy.company_deleted', await markDeleted(tx, companyId)));
      await tx.publish(auditMessage('tenancy', ctx, { action: 'company_delete', companyId }));
    });
  };
}

async function endAgreements(tx: Tx, ctx: Ctx, { id }: Company, by: number): Promise<void> {
  for (const { id: agreementId, endedAt } of await findAgreements(tx, {
    companyIds: [id],
    agreementIds: [],
  })) {
    if (endedAt !== null) continue;
    const agreement = await endAgreement(tx, agreementId, by);
    await tx.publishAll(agreementEvents('tenancy.link_agreement_ended', agreement));
    const audits = agreementAudit('link_agreement_end', agreement);
    await tx.publishAll(audits.map((facts) => auditMessage('tenancy', ctx, facts)));
  }
}
