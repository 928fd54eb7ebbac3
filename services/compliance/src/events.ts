import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import { ViolationFound } from '@pii-vault/proto/compliance/events/v1/compliance_events';
import type { Check } from './checks/check.ts';
import type { Rule } from './rules/rule.ts';

/** A rule in force has become violated. Ids and names of law only. */
export function violationFound(check: Check, rule: Rule): OutboxMessage {
  return {
    topic: 'compliance.violation_found',
    key: `company:${check.companyId}`,
    companyId: check.companyId,
    payload: ViolationFound.encode({
      companyId: check.companyId,
      checkId: check.id,
      ruleId: rule.id,
      regulationType: rule.regulationType,
      reference: rule.reference,
      score: check.score ?? 0,
      foundAt: check.createdAt,
    }).finish(),
  };
}
