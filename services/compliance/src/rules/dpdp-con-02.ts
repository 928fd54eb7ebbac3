import type { Facts } from '../facts/facts.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, named, type Rule, unknown } from './rule.ts';

/** Section 6(1): consent is for the specified purpose. Each reveal of the trail is compared with the consent of its field at its time. */
export const purposeLimitation: Rule = {
  id: 'DPDP-CON-02',
  regulationType: 'dpdp',
  checkType: 'purpose_limitation',
  title: 'Values are revealed for their purposes only',
  reference: 'DPDP Act, 2023, s.6(1)',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ judged }: Facts): Finding {
  if (judged === undefined) return unknown('The reveals could not be compared with the consents.');
  const { covered, outsidePurpose: outside } = judged;
  const total = covered + outside + judged.afterWithdrawal;
  if (total === 0 && judged.gone > 0) return unknown('All revealed data has been destroyed since.');
  return {
    ...byShare(total - outside, total),
    details:
      outside > 0
        ? `${outside} of ${total} reveals within a year were outside the purposes of the field.`
        : total === 0
          ? 'Nothing has been revealed within a year.'
          : `All ${total} reveals within a year were for a purpose of the field.`,
    evidence: evidenceOf({
      revealsJudged: total,
      revealsOutsidePurpose: outside,
      revealsOfDestroyedData: judged.gone,
      auditEntries: named(judged.auditIds.map(String)),
      revealsStillToBeJudged: judged.isBehind ? 'yes' : 'no',
    }),
    recommendations:
      outside === 0 ? [] : ['Look at the named audit entries and at how the values came to be shown.'],
  };
}
