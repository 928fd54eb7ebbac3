import { storedEncrypted } from './dpdp-sec-a1.ts';
import { everyRevealLogged } from './dpdp-sec-c1.ts';
import { logIntegrity } from './dpdp-sec-c2.ts';
import { GDPR, type Rule, together } from './rule.ts';

/** Article 32(1)(a) and (b): encryption, and the integrity of the systems, judged by the same facts as Rule 6. */
export const securityOfProcessing: Rule = {
  id: 'GDPR-32',
  checkType: 'security_of_processing',
  title: 'Processing is secured',
  reference: 'GDPR Art. 32(1)',
  ...GDPR,
  evaluate: (facts) =>
    together([
      storedEncrypted.evaluate(facts),
      everyRevealLogged.evaluate(facts),
      logIntegrity.evaluate(facts),
    ]),
};
