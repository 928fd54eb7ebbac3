import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_RULES_2025, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/** Rule 6(1)(b): there are few super_admins, and analysts may not reveal people's data. */
export const leastPrivilege: Rule = {
  id: 'DPDP-SEC-B2',
  checkType: 'least_privilege',
  title: 'No user has more permissions than needed',
  reference: 'DPDP Rules, 2025, Rule 6(1)(b)',
  ...DPDP_RULES_2025,
  evaluate,
};

function evaluate({ remote: { access }, mostSuperAdmins }: Facts): Finding {
  if (access === undefined) return unknown(reason('RIGHTS_UNREAD'));
  const { superAdmins, analystsWhoReveal } = access;
  const faults = [
    ...(superAdmins > mostSuperAdmins ? [`Have at most ${mostSuperAdmins} super administrators.`] : []),
    ...(analystsWhoReveal > 0 ? ['Remove the permission to reveal from analysts.'] : []),
  ];
  return {
    ...byShare(2 - faults.length, 2),
    reasons: [
      faults.length === 0
        ? reason('RIGHTS_LEAST', { superAdmins, most: mostSuperAdmins })
        : reason('RIGHTS_WIDE', { superAdmins, most: mostSuperAdmins, analysts: analystsWhoReveal }),
    ],
    evidence: evidenceOf({ superAdmins, mostSuperAdmins, analystsWhoReveal }),
    recommendations: faults,
  };
}
