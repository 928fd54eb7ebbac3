import { storedEncrypted } from './dpdp-sec-a1.ts';
import { PCI_DSS, type Rule } from './rule.ts';

/** Requirement 3.5.1: stored account numbers are unreadable. */
export const accountDataUnreadable: Rule = {
  id: 'PCI-3-5-1',
  checkType: 'account_data_unreadable',
  title: 'Stored account data is unreadable',
  reference: 'PCI DSS v4.0.1, 3.5.1',
  ...PCI_DSS,
  evaluate: storedEncrypted.evaluate,
};
