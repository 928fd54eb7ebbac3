import { everyRevealLogged } from './dpdp-sec-c1.ts';
import { PCI_DSS, type Rule } from './rule.ts';

/** Requirement 10.2: audit logs record individual access to account data. */
export const accessLogged: Rule = {
  id: 'PCI-10-2',
  checkType: 'audit_logs',
  title: 'Access to account data is logged',
  reference: 'PCI DSS v4.0.1, 10.2',
  ...PCI_DSS,
  evaluate: everyRevealLogged.evaluate,
};
