import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, named, type Rule, unknown } from './rule.ts';

/**
 * Section 6(1): consent is for the specified purpose. Each reveal of the trail is compared with the consent of its
 * field at its time.
 */
export const purposeLimitation: Rule = {
  id: 'DPDP-CON-02',
  checkType: 'purpose_limitation',
  title: 'Values are revealed for their purposes only',
  reference: 'DPDP Act, 2023, s.6(1)',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ judged }: Facts): Finding {
  if (judged === undefined) return unknown(reason('REVEALS_UNCOMPARED'));
  const { covered, outsidePurpose: outside } = judged;
  const total = covered + outside + judged.afterWithdrawal;
  if (total === 0 && judged.gone > 0) return unknown(reason('REVEALS_DESTROYED'));
  return {
    ...byShare(total - outside, total),
    reasons: [
      outside > 0
        ? reason('REVEALS_OUTSIDE', { outside, total })
        : total === 0
          ? reason('NO_REVEAL')
          : reason('REVEALS_COVERED', { total }),
    ],
    evidence: evidenceOf({
      revealsJudged: total,
      revealsOutsidePurpose: outside,
      revealsOfDestroyedData: judged.gone,
      auditEntries: named(judged.auditIds.map(String)),
      revealsStillToBeJudged: judged.isBehind ? 'yes' : 'no',
    }),
    recommendations:
      outside === 0 ? [] : ['Check the audit entries of these reveals, and how the values came to be shown.'],
  };
}
