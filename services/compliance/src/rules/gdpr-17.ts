import { erasedWhenDue } from './dpdp-ret-02.ts';
import { reallyErased } from './dpdp-ret-04.ts';
import { GDPR, type Rule, together } from './rule.ts';

/** Article 17: data without a legal ground is erased, and erasures are completed. */
export const erasureCarriedOut: Rule = {
  id: 'GDPR-17',
  checkType: 'erasure',
  title: 'Erasure is carried out',
  reference: 'GDPR Art. 17',
  ...GDPR,
  evaluate: (facts) => together([erasedWhenDue.evaluate(facts), reallyErased.evaluate(facts)]),
};
