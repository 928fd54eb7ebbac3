import { everyRevealLogged } from './dpdp-sec-c1.ts';
import { HIPAA, type Rule } from './rule.ts';

/** § 164.312(b): mechanisms that record activity in systems that hold protected health information. */
export const auditControls: Rule = {
  id: 'HIPAA-312-B',
  checkType: 'audit_controls',
  title: 'Activity is recorded',
  reference: '45 CFR 164.312(b)',
  ...HIPAA,
  evaluate: everyRevealLogged.evaluate,
};
