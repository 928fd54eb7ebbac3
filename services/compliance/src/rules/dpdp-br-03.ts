import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { compliant, DPDP_RULES_2025, type Finding, type Rule, unknown } from './rule.ts';

/** Rule 7(2)(b): the Board has the report within 72 hours of awareness, under six headings. */
export const breachReportInTime: Rule = {
  id: 'DPDP-BR-03',
  checkType: 'breach_report',
  title: 'Breaches are reported within 72 hours',
  reference: 'DPDP Rules, 2025, Rule 7(2)(b)',
  ...DPDP_RULES_2025,
  evaluate,
};

function evaluate({ registers }: Facts): Finding {
  if (registers === undefined) return unknown(reason('INCIDENTS_UNREAD'));
  const { total, open, late, incomplete } = registers.incidents;
  if (total === 0) return unknown(reason('NO_INCIDENT'));
  const evidence = [
    { name: 'incidents', value: String(total) },
    { name: 'reportStillDue', value: String(open) },
    { name: 'reportedLateOrOverdue', value: String(late) },
    { name: 'reportedWithEmptyHeading', value: String(incomplete) },
  ];
  if (late + incomplete > 0)
    return {
      status: 'violation',
      score: (100 * (total - late - incomplete)) / total,
      reasons: [reason('INCIDENTS_LATE', { total, late, incomplete })],
      evidence,
      recommendations: ['Report to the Board at once and fill the six headings of each incident.'],
    };
  if (open > 0)
    return {
      status: 'warning',
      score: 80,
      reasons: [reason('INCIDENTS_DUE', { open, total })],
      evidence,
      recommendations: ['Report each incident before its deadline.'],
    };
  return compliant(reason('INCIDENTS_REPORTED', { total }), evidence);
}
