import { storedEncrypted } from './dpdp-sec-a1.ts';
import { leastPrivilege } from './dpdp-sec-b2.ts';
import { everyRevealLogged } from './dpdp-sec-c1.ts';
import { logsKept } from './dpdp-sec-e1.ts';
import { strongAuthentication } from './pci-8-3.ts';
import { PCI_DSS, type Rule } from './rule.ts';

/** Rules of PCI DSS; most judge the facts of a DPDP rule. */
export const PCI_DSS_RULES: readonly Rule[] = [
  // Requirement 3.5.1: stored account numbers are unreadable.
  {
    id: 'PCI-3-5-1',
    checkType: 'account_data_unreadable',
    title: 'Stored account data is unreadable',
    reference: 'PCI DSS v4.0.1, 3.5.1',
    ...PCI_DSS,
    evaluate: storedEncrypted.evaluate,
  },
  // Requirement 7.2: rights are given by need to know.
  {
    id: 'PCI-7-2',
    checkType: 'need_to_know',
    title: 'Access is limited by need to know',
    reference: 'PCI DSS v4.0.1, 7.2',
    ...PCI_DSS,
    evaluate: leastPrivilege.evaluate,
  },
  strongAuthentication,
  // Requirement 10.2: audit logs record individual access to account data.
  {
    id: 'PCI-10-2',
    checkType: 'audit_logs',
    title: 'Access to account data is logged',
    reference: 'PCI DSS v4.0.1, 10.2',
    ...PCI_DSS,
    evaluate: everyRevealLogged.evaluate,
  },
  // Requirement 10.5.1: twelve months of audit logs.
  {
    id: 'PCI-10-5',
    checkType: 'log_retention',
    title: 'Logs are kept a year',
    reference: 'PCI DSS v4.0.1, 10.5',
    ...PCI_DSS,
    evaluate: logsKept.evaluate,
  },
];
