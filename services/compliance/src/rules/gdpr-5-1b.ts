import { basisFinding } from './dpdp-con-06.ts';
import { GDPR, type Rule } from './rule.ts';

/** Article 5(1)(b): data is collected for specified, explicit and legitimate purposes. */
export const purposesSpecified: Rule = {
  id: 'GDPR-5-1B',
  checkType: 'purpose_limitation',
  title: 'Purposes are specified and lawful',
  reference: 'GDPR Art. 5(1)(b)',
  ...GDPR,
  evaluate: basisFinding,
};
