import { storedEncrypted } from './dpdp-sec-a1.ts';
import { logIntegrity } from './dpdp-sec-c2.ts';
import { HIPAA, type Rule, together } from './rule.ts';

/** § 164.312(c): protection from improper alteration; stored values are authenticated, the trail is a hash tree. */
export const integrity: Rule = {
  id: 'HIPAA-312-C',
  checkType: 'integrity',
  title: 'Data and logs are protected from alteration',
  reference: '45 CFR 164.312(c)',
  ...HIPAA,
  evaluate: (facts) => together([storedEncrypted.evaluate(facts), logIntegrity.evaluate(facts)]),
};
