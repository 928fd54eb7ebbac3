import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_RULES_2025, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/** Rule 8(3): after the period the data is erased. What was destroyed has a certificate of the key store. */
export const reallyErased: Rule = {
  id: 'DPDP-RET-04',
  checkType: 'really_erased',
  title: 'What is past the floor is destroyed',
  reference: 'DPDP Rules, 2025, Rule 8(3)',
  ...DPDP_RULES_2025,
  evaluate,
};

function evaluate({ remote: { data } }: Facts): Finding {
  if (data === undefined) return unknown(reason('SEALED_UNREAD'));
  const { fields, sealed, sealedOverdue, shredded, shreddedUncertified } = data;
  if (fields + sealed + shredded === 0) return unknown(reason('NEVER_DATA'));
  const total = sealed + shredded;
  const bad = sealedOverdue + shreddedUncertified;
  return {
    ...byShare(total - bad, total),
    reasons: [
      bad === 0
        ? reason('ERASURES_CERTIFIED', { sealed, shredded })
        : reason('ERASURES_OVERDUE', { sealedOverdue, shreddedUncertified }),
    ],
    evidence: evidenceOf({ sealed, sealedOverdue, shredded, shreddedUncertified }),
    recommendations:
      bad === 0
        ? []
        : ['Find out why the deletion job of the vault or the signing by the key store has stopped.'],
  };
}
