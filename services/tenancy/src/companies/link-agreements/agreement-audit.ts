import type { AuditFacts } from '@pii-vault/platform/domain/audit-entry';
import type { LinkAgreement } from './link-agreement.ts';

type AgreementAction = 'link_agreement_create' | 'link_agreement_accept' | 'link_agreement_end';

/** One entry per side, so that each company's trail shows the agreement about its people. */
export function agreementAudit(action: AgreementAction, agreement: LinkAgreement): AuditFacts[] {
  const { companyId, otherCompanyId, purpose } = agreement;
  const sides = [
    [companyId, otherCompanyId],
    [otherCompanyId, companyId],
  ] as const;
  return sides.map(([viewer, other]) => ({
    action,
    companyId: viewer,
    purpose,
    objectIds: { agreementId: String(agreement.id), otherCompanyId: String(other) },
  }));
}
