import type { Facts } from '../facts/facts.ts';
import { MAX_PERIOD_DAYS } from '../registers/grievances/grievance.ts';
import { reason } from './reason.ts';
import { compliant, DPDP_RULES_2025, type Finding, type Rule, unknown } from './rule.ts';

/** Rule 14(3): grievances are answered within the published period, at most ninety days. */
export const grievancesInTime: Rule = {
  id: 'DPDP-RGT-04',
  checkType: 'grievances',
  title: 'Grievances are answered in time',
  reference: 'DPDP Rules, 2025, Rule 14(3)',
  ...DPDP_RULES_2025,
  evaluate,
};

function evaluate({ registers }: Facts): Finding {
  if (registers === undefined) return unknown(reason('GRIEVANCES_UNREAD'));
  const { total, open, overdue, closedLate, longestPeriodDays } = registers.grievances;
  if (total === 0) return unknown(reason('NO_GRIEVANCE'));
  const evidence = [
    { name: 'grievances', value: String(total) },
    { name: 'open', value: String(open) },
    { name: 'overdue', value: String(overdue) },
    { name: 'closedLateWithinAYear', value: String(closedLate) },
    { name: 'longestPublishedPeriodDays', value: String(longestPeriodDays) },
  ];
  if (overdue > 0 || longestPeriodDays > MAX_PERIOD_DAYS)
    return {
      status: 'violation',
      score: (100 * (total - overdue)) / total,
      reasons: [reason('GRIEVANCES_OVERDUE', { overdue, total, longestPeriodDays })],
      evidence,
      recommendations: ['Answer the overdue grievances first.'],
    };
  if (closedLate > 0)
    return {
      status: 'warning',
      score: 80,
      reasons: [reason('GRIEVANCES_LATE', { closedLate })],
      evidence,
      recommendations: ['Find out why these grievances were answered late.'],
    };
  return compliant(reason('GRIEVANCES_IN_TIME', { total }), evidence);
}
