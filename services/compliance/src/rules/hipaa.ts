import { storedEncrypted } from './dpdp-sec-a1.ts';
import { accessControlled } from './dpdp-sec-b1.ts';
import { everyRevealLogged } from './dpdp-sec-c1.ts';
import { logIntegrity } from './dpdp-sec-c2.ts';
import { transmissionSecured } from './hipaa-312-e.ts';
import { HIPAA, type Rule, together } from './rule.ts';

/** Rules of HIPAA; most judge the facts of a DPDP rule. */
export const HIPAA_RULES: readonly Rule[] = [
  // § 164.312(a)(1) and (2): access for known users only, who have one account each, and encryption of what is stored.
  {
    id: 'HIPAA-312-A',
    checkType: 'access_control',
    title: 'Users are unique and access is controlled',
    reference: '45 CFR 164.312(a)',
    ...HIPAA,
    evaluate: (facts) => together([accessControlled.evaluate(facts), storedEncrypted.evaluate(facts)]),
  },
  // § 164.312(b): mechanisms that record activity in systems that hold protected health information.
  {
    id: 'HIPAA-312-B',
    checkType: 'audit_controls',
    title: 'Activity is recorded',
    reference: '45 CFR 164.312(b)',
    ...HIPAA,
    evaluate: everyRevealLogged.evaluate,
  },
  // § 164.312(c): protection from improper alteration; stored values are authenticated, the trail is a hash tree.
  {
    id: 'HIPAA-312-C',
    checkType: 'integrity',
    title: 'Data and logs are protected from alteration',
    reference: '45 CFR 164.312(c)',
    ...HIPAA,
    evaluate: (facts) => together([storedEncrypted.evaluate(facts), logIntegrity.evaluate(facts)]),
  },
  transmissionSecured,
];
