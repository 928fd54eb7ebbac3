import { storedEncrypted } from './dpdp-sec-a1.ts';
import { accessControlled } from './dpdp-sec-b1.ts';
import { HIPAA, type Rule, together } from './rule.ts';

/**
 * § 164.312(a)(1) and (2): access for known users only, who have one account each, and encryption of what is stored.
 */
export const uniqueUsers: Rule = {
  id: 'HIPAA-312-A',
  checkType: 'access_control',
  title: 'Users are unique and access is controlled',
  reference: '45 CFR 164.312(a)',
  ...HIPAA,
  evaluate: (facts) => together([accessControlled.evaluate(facts), storedEncrypted.evaluate(facts)]),
};
