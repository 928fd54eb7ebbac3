import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import {
  AccessRuleChanged,
  CompanyChanged,
  LinkAgreementChanged,
} from '@pii-vault/proto/tenancy/events/v1/tenancy_events';
import type { Company } from './companies/company.ts';
import type { LinkAgreement } from './companies/link-agreements/link-agreement.ts';

type CompanyTopic =
  | 'tenancy.company_created'
  | 'tenancy.company_updated'
  | 'tenancy.company_status_changed'
  | 'tenancy.company_deleted';
type AgreementTopic = 'tenancy.link_agreement_accepted' | 'tenancy.link_agreement_ended';

/** The company after a change; consumers apply only greater row versions. */
export function companyEvent(topic: CompanyTopic, company: Company): OutboxMessage {
  const payload = CompanyChanged.encode({
    companyId: company.id,
    name: company.name,
    code: company.code,
    tier: company.tier,
    status: company.status,
    rowVersion: company.rowVersion,
    timeZone: company.timeZone,
  }).finish();
  return { topic, key: `company:${company.id}`, companyId: company.id, payload };
}

/** One message per side, so that each company's stream holds its agreements. */
export function agreementEvents(topic: AgreementTopic, agreement: LinkAgreement): OutboxMessage[] {
  const sides = [
    [agreement.companyId, agreement.otherCompanyId],
    [agreement.otherCompanyId, agreement.companyId],
  ] as const;
  return sides.map(([viewer, other]) => ({
    topic,
    key: `company:${viewer}`,
    companyId: viewer,
    payload: LinkAgreementChanged.encode({
      agreementId: agreement.id,
      viewerCompanyId: viewer,
      otherCompanyId: other,
      purpose: agreement.purpose,
      includeAadhaar: agreement.includeAadhaar,
      startsAt: agreement.startsAt,
      endsAt: agreement.endsAt ?? undefined,
    }).finish(),
  }));
}

type RuleTopic = 'tenancy.access_rule_added' | 'tenancy.access_rule_removed';

export function accessRuleEvent(topic: RuleTopic, kind: string, rule: string): OutboxMessage {
  const payload = AccessRuleChanged.encode({ kind, rule }).finish();
  return { topic, key: 'access_rules', companyId: null, payload };
}
