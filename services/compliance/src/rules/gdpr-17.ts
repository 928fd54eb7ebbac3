import { erasedWhenDue } from './dpdp-ret-02.ts';
import { reallyErased } from './dpdp-ret-04.ts';
import { GDPR, type Rule, together } from './rule.ts';

/** Article 17: what has lost its ground is erased, and an erasure is brought to its end. */
export const erasureCarriedOut: Rule = {
  id: 'GDPR-17',
  checkType: 'erasure',
  title: 'Erasure is carried out',
  reference: 'GDPR Art. 17',
  ...GDPR,
  evaluate: (facts) => together([erasedWhenDue.evaluate(facts), reallyErased.evaluate(facts)]),
};
