import { retentionFinding } from './dpdp-ret-01.ts';
import { GDPR, type Rule } from './rule.ts';

/** Article 5(1)(e): data is kept no longer than its purposes need. */
export const storageLimited: Rule = {
  id: 'GDPR-5-1E',
  checkType: 'storage_limitation',
  title: 'Storage is limited for every purpose',
  reference: 'GDPR Art. 5(1)(e)',
  ...GDPR,
  evaluate: retentionFinding,
};
