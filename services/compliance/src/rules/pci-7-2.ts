import { leastPrivilege } from './dpdp-sec-b2.ts';
import { PCI_DSS, type Rule } from './rule.ts';

/** Requirement 7.2: rights are given by need to know. */
export const needToKnow: Rule = {
  id: 'PCI-7-2',
  checkType: 'need_to_know',
  title: 'Access is limited by need to know',
  reference: 'PCI DSS v4.0.1, 7.2',
  ...PCI_DSS,
  evaluate: leastPrivilege.evaluate,
};
