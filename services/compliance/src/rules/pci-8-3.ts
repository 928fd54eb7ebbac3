import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { compliant, evidenceOf, type Finding, PCI_DSS, type Rule, unknown } from './rule.ts';

/** Requirements 8.3.4 and 8.3.6: repeated attempts are shut out, and passwords have twelve characters at least. */
export const strongAuthentication: Rule = {
  id: 'PCI-8-3',
  checkType: 'strong_authentication',
  title: 'Authentication is strong',
  reference: 'PCI DSS v4.0.1, 8.3',
  ...PCI_DSS,
  evaluate,
};

const SHORTEST = 12;

function evaluate({ remote: { access } }: Facts): Finding {
  if (access === undefined) return unknown(reason('LOGINS_UNREAD'));
  const { shortestPassword, loginRisk, throttlesLogins } = access;
  const evidence = evidenceOf({
    shortestPassword,
    loginRisk,
    throttlesLogins: throttlesLogins ? 'yes' : 'no',
  });
  if (!throttlesLogins)
    return {
      status: 'violation',
      score: 30,
      reasons: [reason('LOGINS_UNTHROTTLED')],
      evidence,
      recommendations: ['Turn on the throttling of logins.'],
    };
  const faults = [
    ...(shortestPassword < SHORTEST ? [`Demand ${SHORTEST} characters wherever a password is set.`] : []),
    ...(loginRisk === 'enforce' ? [] : ['Refuse logins of high risk (IDENTITY_LOGIN_RISK=enforce).']),
  ];
  if (faults.length > 0)
    return {
      status: 'warning',
      score: 90 - 10 * faults.length,
      reasons: [
        reason(loginRisk === 'enforce' ? 'PASSWORDS_SHORT' : 'RISK_RECORDED', {
          characters: shortestPassword,
        }),
      ],
      evidence,
      recommendations: faults,
    };
  return compliant(reason('LOGINS_STRONG', { characters: shortestPassword }), evidence);
}
