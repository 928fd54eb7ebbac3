import { basisFinding } from './dpdp-con-06.ts';
import { retentionFinding } from './dpdp-ret-01.ts';
import { erasedWhenDue } from './dpdp-ret-02.ts';
import { reallyErased } from './dpdp-ret-04.ts';
import { storedEncrypted } from './dpdp-sec-a1.ts';
import { everyRevealLogged } from './dpdp-sec-c1.ts';
import { logIntegrity } from './dpdp-sec-c2.ts';
import { recordsOfProcessing } from './gdpr-30.ts';
import { GDPR, type Rule, together } from './rule.ts';

/** Rules of the GDPR; most judge the facts of a DPDP rule. */
export const GDPR_RULES: readonly Rule[] = [
  // Article 5(1)(b): data is collected for specified, explicit and legitimate purposes.
  {
    id: 'GDPR-5-1B',
    checkType: 'purpose_limitation',
    title: 'Purposes are specified and lawful',
    reference: 'GDPR Art. 5(1)(b)',
    ...GDPR,
    evaluate: basisFinding,
  },
  // Article 5(1)(e): data is kept no longer than its purposes need.
  {
    id: 'GDPR-5-1E',
    checkType: 'storage_limitation',
    title: 'Storage is limited for every purpose',
    reference: 'GDPR Art. 5(1)(e)',
    ...GDPR,
    evaluate: retentionFinding,
  },
  // Article 17: data without a legal ground is erased, and erasures are completed.
  {
    id: 'GDPR-17',
    checkType: 'erasure',
    title: 'Erasure is carried out',
    reference: 'GDPR Art. 17',
    ...GDPR,
    evaluate: (facts) => together([erasedWhenDue.evaluate(facts), reallyErased.evaluate(facts)]),
  },
  recordsOfProcessing,
  // Article 32(1)(a) and (b): encryption, and the integrity of the systems, judged by the same facts as Rule 6.
  {
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
  },
];
