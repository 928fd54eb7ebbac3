import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, named, type Rule, unknown } from './rule.ts';

/** Section 6(6): processing ceases within a reasonable time after the withdrawal; here within fifteen minutes. */
export const stopAfterWithdrawal: Rule = {
  id: 'DPDP-CON-05',
  checkType: 'stop_after_withdrawal',
  title: 'Reveals stop after a withdrawal',
  reference: 'DPDP Act, 2023, s.6(6)',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ judged }: Facts): Finding {
  if (judged === undefined) return unknown(reason('WITHDRAWALS_UNCOMPARED'));
  const { afterWithdrawal: late } = judged;
  const total = judged.covered + judged.outsidePurpose + late;
  if (total === 0 && judged.gone > 0) return unknown(reason('REVEALS_DESTROYED'));
  return {
    ...byShare(total - late, total),
    reasons: [
      late > 0 ? reason('REVEALS_AFTER_WITHDRAWAL', { late, total }) : reason('REVEALS_STOPPED', { total }),
    ],
    evidence: evidenceOf({
      revealsJudged: total,
      revealsAfterWithdrawal: late,
      auditEntries: named(judged.auditIds.map(String)),
      revealsStillToBeJudged: judged.isBehind ? 'yes' : 'no',
    }),
    recommendations:
      late === 0 ? [] : ['Check the audit entries of these reveals, and inform the people concerned.'],
  };
}
