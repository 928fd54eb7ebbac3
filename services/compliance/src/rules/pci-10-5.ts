import { logsKept } from './dpdp-sec-e1.ts';
import { PCI_DSS, type Rule } from './rule.ts';

/** Requirement 10.5.1: twelve months of audit logs. */
export const auditLogsKept: Rule = {
  id: 'PCI-10-5',
  checkType: 'log_retention',
  title: 'Logs are kept a year',
  reference: 'PCI DSS v4.0.1, 10.5',
  ...PCI_DSS,
  evaluate: logsKept.evaluate,
};
