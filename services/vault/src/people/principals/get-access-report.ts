import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { GetIndividual, ShownPerson, ViewingDeps } from '../individuals/get-individual.ts';
import type { GetNominees, Nomination } from './get-nominees.ts';

/**
 * Report of a company's data about a person, for the person (DPDP Act, s.11): the values, the consents, the nominees.
 */
export interface AccessReport {
  readonly shown: ShownPerson;
  readonly nomination: Nomination | undefined;
}

export type GetAccessReport = (
  ctx: Ctx,
  input: { readonly companyId: number; readonly individualId: number; readonly purpose?: string | undefined },
) => Promise<AccessReport>;

/**
 * Values are shown as in a detail view, so that a report does not circumvent a purpose: masked, or raw where consent
 * covers the stated purpose. Nominees stay masked. The report has its own audit entry.
 */
export function getAccessReportUseCase(
  deps: Pick<ViewingDeps, 'db'> & {
    readonly getIndividual: GetIndividual;
    readonly getNominees: GetNominees;
  },
): GetAccessReport {
  return async (ctx, input) => {
    const { companyId, individualId } = input;
    const [shown] = await deps.getIndividual(ctx, input);
    if (shown === undefined) throw notFound();
    const nomination = await deps.getNominees(ctx, { companyId, individualId });
    const facts = { companyId, individualId, objectIds: { document: 'access_report' } };
    await deps.db.tenant({ companies: [companyId] }, (tx) =>
      tx.publish(auditMessage('vault', ctx, { action: 'data_export', ...facts })),
    );
    return { shown, nomination };
  };
}
