import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_RULES_2025, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/** Rule 6(1)(e): logs are kept for a year. */
export const logsKept: Rule = {
  id: 'DPDP-SEC-E1',
  checkType: 'log_retention',
  title: 'Logs are kept a year',
  reference: 'DPDP Rules, 2025, Rule 6(1)(e)',
  ...DPDP_RULES_2025,
  evaluate,
};

const YEAR_DAYS = 365;

function evaluate({ remote: { trail, access } }: Facts): Finding {
  if (trail === undefined || access === undefined) return unknown(reason('LOGS_UNREAD'));
  const faults = [
    ...(trail.isAppendOnly
      ? []
      : ['Revoke the privileges to change or delete entries from the database roles of the audit service.']),
    ...(access.attemptDays < YEAR_DAYS ? [`Keep login attempts for ${YEAR_DAYS} days.`] : []),
  ];
  return {
    ...byShare(2 - faults.length, 2),
    reasons: [
      faults.length === 0
        ? reason('LOGS_KEPT', { days: access.attemptDays })
        : reason(trail.isAppendOnly ? 'LOGS_SHORT' : 'LOGS_DELETABLE', { days: access.attemptDays }),
    ],
    evidence: evidenceOf({
      auditEntries: trail.entries,
      auditTrailAppendOnly: trail.isAppendOnly ? 'yes' : 'no',
      loginAttemptsKeptDays: access.attemptDays,
    }),
    recommendations: faults,
  };
}
