import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, named, type Rule, unknown } from './rule.ts';

/**
 * Section 11(1)(b): the answer names every recipient of the data. Recipients are taken from the audit trail.
 */
export const accessAnswerComplete: Rule = {
  id: 'DPDP-RGT-02',
  checkType: 'access_answer',
  title: 'The answer to an access request is complete',
  reference: 'DPDP Act, 2023, s.11',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ registers, judged }: Facts): Finding {
  if (registers === undefined || judged === undefined) return unknown(reason('DISCLOSURES_UNREAD'));
  const { disclosed, withoutRecipient } = registers.disclosures;
  const missing = withoutRecipient.length;
  return {
    ...byShare(disclosed - missing, disclosed),
    reasons: [
      disclosed === 0
        ? reason('NO_DISCLOSURE')
        : missing === 0
          ? reason('RECIPIENTS_NAMED', { disclosed })
          : reason('RECIPIENTS_MISSING', { missing, disclosed }),
    ],
    evidence: evidenceOf({
      recipients: registers.recipients.total,
      kindsReceivedByPartnerSystems: disclosed,
      kindsWithoutRecipient: named(withoutRecipient),
    }),
    recommendations: missing === 0 ? [] : ['Register who receives this data, with purposes and field types.'],
  };
}
