import type { Facts } from '../facts/facts.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, named, type Rule, unknown } from './rule.ts';

/** Section 11(1)(b): the answer names everybody with whom data was shared. Who received values is taken from the audit trail. */
export const accessAnswerComplete: Rule = {
  id: 'DPDP-RGT-02',
  regulationType: 'dpdp',
  checkType: 'access_answer',
  title: 'The answer to an access request is complete',
  reference: 'DPDP Act, 2023, s.11',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ registers, judged }: Facts): Finding {
  if (registers === undefined || judged === undefined)
    return unknown('The reveals to partner systems or the register of recipients could not be read.');
  const { disclosed, withoutRecipient } = registers.disclosures;
  const missing = withoutRecipient.length;
  return {
    ...byShare(disclosed - missing, disclosed),
    details:
      disclosed === 0
        ? 'No value has gone to a partner system yet.'
        : missing === 0
          ? `The register names a recipient for all ${disclosed} kinds of data that partner systems received.`
          : `The register names no recipient for ${missing} of ${disclosed} kinds of data that partner systems received.`,
    evidence: evidenceOf({
      recipients: registers.recipients.total,
      kindsReceivedByPartnerSystems: disclosed,
      kindsWithoutRecipient: named(withoutRecipient),
    }),
    recommendations: missing === 0 ? [] : ['Register who receives this data, with purposes and field types.'],
  };
}
